package io.lockarbiter.audit.model;

import io.lockarbiter.audit.replay.LockTree;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.QueuedRequest;
import java.util.Collections;
import java.util.Comparator;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The locks and the queue of an account at a moment as JSON: {@code locks} and {@code waiting} as
 * the HTTP view of the arbiter has them.
 */
public final class StateJson {
  /** Most requests to read from a queue. */
  private static final int MAX_WAITING = 1_000;

  private StateJson() {}

  /** Returns the accounts with held locks or waiting requests, in order. */
  public static TreeSet<String> accounts(HistoryState at) {
    TreeSet<String> accounts = new TreeSet<>();
    at.state().held().forEach(lock -> accounts.add(lock.account()));
    at.state().waiting().forEach(request -> accounts.add(request.account()));
    return accounts;
  }

  /** Returns the locks and the queue of one account. */
  public static ObjectNode of(HistoryState at, String account) {
    ObjectNode out = LockTree.object();
    out.put("account", account);
    out.put("partition", at.partition());
    out.put("at", at.state().header().at());
    SessionEnds ends = new SessionEnds(at.state());
    ArrayNode locks = out.putArray("locks");
    at.state().held().stream()
        .filter(lock -> lock.account().equals(account))
        .sorted(Comparator.comparing(StateJson::firstPath).thenComparing(HeldLock::token))
        .forEach(lock -> put(locks.addObject(), lock, ends.until(lock)));
    ArrayNode waiting = out.putArray("waiting");
    for (QueuedRequest queued : at.store().queue(at.partition(), account, MAX_WAITING)) {
      put(waiting.addObject(), queued);
    }
    return out;
  }

  private static LockPath firstPath(HeldLock lock) {
    return Collections.min(lock.fields().targets().stream().map(Target::path).toList());
  }

  private static void put(ObjectNode out, HeldLock lock, long until) {
    LockTree.put(out, lock.fields());
    out.put("token", lock.token());
    out.put("grantedAt", lock.grantedAt());
    out.put("expiresAt", until);
    out.put("waitedMs", lock.waitedMs());
    if (lock.endsAt() != Long.MAX_VALUE) {
      out.put("endsAt", lock.endsAt());
    }
  }

  private static void put(ObjectNode out, QueuedRequest queued) {
    out.put("position", queued.position());
    out.put("deadline", queued.request().deadline());
    out.put("requestedAt", queued.request().requestedAt());
    LockTree.put(out, queued.request().fields());
    LockTree.put(out.putArray("blockedBy"), queued.blockedBy());
    out.put("moreBlockers", queued.moreBlockers());
  }
}
