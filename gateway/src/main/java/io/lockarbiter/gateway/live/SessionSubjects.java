package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import java.util.HashMap;
import java.util.Map;

/** The subjects that asked for the live locks of each session. {@link LockBook} guards it. */
final class SessionSubjects {
  /** Stands for a lock that some other program asked for; no subject has this name. */
  private static final String NOBODY = "";

  private final Map<SessionKey, Map<String, Integer>> numbers = new HashMap<>();

  void add(LiveLock lock) {
    if (lock.fields().owner().session() != null) {
      numbers
          .computeIfAbsent(session(lock), each -> new HashMap<>(2))
          .merge(subject(lock), 1, Integer::sum);
    }
  }

  void remove(LiveLock lock) {
    numbers.computeIfPresent(
        session(lock),
        (session, ofSubjects) -> {
          ofSubjects.computeIfPresent(
              subject(lock), (name, number) -> number == 1 ? null : number - 1);
          return ofSubjects.isEmpty() ? null : ofSubjects;
        });
  }

  void clear() {
    numbers.clear();
  }

  /** Says whether an owner with a session has locks, and all of them are of one subject. */
  boolean areAll(String account, Owner owner, String subject) {
    Map<String, Integer> ofSubjects = numbers.get(new SessionKey(account, owner));
    return ofSubjects != null && ofSubjects.size() == 1 && ofSubjects.containsKey(subject);
  }

  private static SessionKey session(LiveLock lock) {
    return new SessionKey(lock.key().account(), lock.fields().owner());
  }

  private static String subject(LiveLock lock) {
    return lock.fields().attributes().getOrDefault(LockFields.SUBJECT, NOBODY);
  }
}
