package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.lock.Owner;
import java.util.HashMap;
import java.util.Map;

/** The subjects that asked for the live locks of each owner. {@link LockBook} guards it. */
final class SessionSubjects {
  /** The attribute of every lock that tells who asked for it. */
  private static final String SUBJECT = "subject";

  /** Stands for a lock that some other program asked for; no subject has this name. */
  private static final String NOBODY = "";

  private record Holder(String account, Owner owner) {}

  private final Map<Holder, Map<String, Integer>> numbers = new HashMap<>();

  void add(LiveLock lock) {
    numbers
        .computeIfAbsent(holder(lock), each -> new HashMap<>(2))
        .merge(subject(lock), 1, Integer::sum);
  }

  void remove(LiveLock lock) {
    numbers.computeIfPresent(
        holder(lock),
        (holder, ofSubjects) -> {
          ofSubjects.computeIfPresent(
              subject(lock), (name, number) -> number == 1 ? null : number - 1);
          return ofSubjects.isEmpty() ? null : ofSubjects;
        });
  }

  void clear() {
    numbers.clear();
  }

  /** Says whether an owner has locks, and all of them are of one subject. */
  boolean areAll(String account, Owner owner, String subject) {
    Map<String, Integer> ofSubjects = numbers.get(new Holder(account, owner));
    return ofSubjects != null && ofSubjects.size() == 1 && ofSubjects.containsKey(subject);
  }

  private static Holder holder(LiveLock lock) {
    return new Holder(lock.key().account(), lock.fields().owner());
  }

  private static String subject(LiveLock lock) {
    return lock.fields().attributes().getOrDefault(SUBJECT, NOBODY);
  }
}
