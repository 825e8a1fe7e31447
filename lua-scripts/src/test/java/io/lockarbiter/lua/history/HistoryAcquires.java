package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes acquires of every kind; keeps the last ones, so that it can repeat them. */
final class HistoryAcquires {
  private static final int REMEMBERED = 120;
  private static final int REMEMBERED_SESSIONS = 6;

  private final HistoryWords words;
  private final List<Acquire> made = new ArrayList<>();
  private final List<KeepAlive> keptAlive = new ArrayList<>();

  HistoryAcquires(HistoryWords words) {
    this.words = words;
  }

  /** The last acquires made, oldest first. */
  List<Acquire> made() {
    return made;
  }

  void remember(Acquire acquire) {
    made.add(acquire);
    if (made.size() > REMEMBERED) {
      made.remove(0);
    }
  }

  /** The last commands that kept a session alive, oldest first. */
  List<KeepAlive> keptAlive() {
    return keptAlive;
  }

  void remember(KeepAlive keep) {
    keptAlive.add(keep);
    if (keptAlive.size() > REMEMBERED_SESSIONS) {
      keptAlive.remove(0);
    }
  }

  /** A new acquire, or an earlier one under the same id, changed or not. */
  Acquire next() {
    if (!keptAlive.isEmpty() && words.chance(0.15)) {
      KeepAlive keep = words.recent(keptAlive);
      return any(words.newId(), keep.account(), keep.owner());
    }
    return !made.isEmpty() && words.chance(0.12)
        ? changed(words.recent(made))
        : any(words.newId(), words.account(), words.owner());
  }

  /** An acquire for one path, or for a path and one destination. */
  Acquire of(
      String account,
      Owner owner,
      Operation operation,
      LockPath path,
      long leaseMs,
      long waitMs,
      List<String> holding) {
    LockPath destination = operation.hasDestination() ? words.destinationOf(operation, path) : null;
    return acquire(
        words.newId(),
        account,
        owner,
        operation,
        path,
        destination,
        operation.targets(path, destination),
        leaseMs,
        waitMs,
        holding,
        null);
  }

  /** An acquire for one path that replaces a lock. */
  Acquire replacing(Acquire old, Owner owner, Operation operation, LockPath path, long leaseMs) {
    LockPath destination = operation.hasDestination() ? words.destinationOf(operation, path) : null;
    return acquire(
        words.newId(),
        old.account(),
        owner,
        operation,
        path,
        destination,
        operation.targets(path, destination),
        leaseMs,
        /* waitMs= */ 0,
        List.of(),
        new LockRef(old.commandId(), old.owner()));
  }

  private Acquire any(String id, String account, Owner owner) {
    Operation operation = words.operation();
    boolean closes = operation == Operation.CLOSE;
    LockPath path = operation.hasDestination() ? words.pathBelowRoot() : words.path();
    path = closes ? LockPath.ROOT : path;
    LockPath destination = operation.hasDestination() ? words.destinationOf(operation, path) : null;
    boolean explicit = operation.hasExplicitTargets();
    List<Target> targets = explicit ? words.targets() : operation.targets(path, destination);
    LockRef replaces = made.isEmpty() || words.chance(0.92) ? null : replaces(account);
    return acquire(
        id,
        account,
        owner,
        operation,
        explicit ? null : path,
        destination,
        targets,
        owner.session() != null && words.chance(0.4)
            ? LockFields.BOUND_LEASE_MS
            : closes ? Settings.MIN_LEASE_MS : words.lockLeaseMs(),
        replaces == null ? closes ? words.leaseMs() : words.waitMs() : 0,
        holding(account, owner),
        replaces);
  }

  /** A lock that may be held, mostly with its owner. */
  private LockRef replaces(String account) {
    List<Acquire> there = made.stream().filter(each -> each.account().equals(account)).toList();
    Acquire old = words.recent(there.isEmpty() ? made : there);
    return new LockRef(old.commandId(), words.chance(0.9) ? old.owner() : words.owner());
  }

  /** Mostly empty; otherwise ids of locks that the owner may hold, or surely does not hold. */
  private List<String> holding(String account, Owner owner) {
    if (made.isEmpty() || words.chance(0.9)) {
      return List.of();
    }
    List<String> own =
        made.stream()
            .filter(acquire -> acquire.account().equals(account) && acquire.owner().equals(owner))
            .map(Acquire::commandId)
            .toList();
    Set<String> holding = new LinkedHashSet<>();
    int size = words.chance(0.7) ? 1 : 1 + words.below(3);
    for (int i = 0; i < size; i++) {
      boolean wrong = own.isEmpty() || words.chance(0.1);
      holding.add(wrong ? words.recent(made).commandId() : words.recent(own));
    }
    return List.copyOf(holding);
  }

  private Acquire acquire(
      String id,
      String account,
      Owner owner,
      Operation operation,
      @Nullable LockPath path,
      @Nullable LockPath destination,
      List<Target> targets,
      long leaseMs,
      long waitMs,
      List<String> holding,
      @Nullable LockRef replaces) {
    Long graceMs = words.graceMs(waitMs);
    return new Acquire(
        account,
        words.replyTo(),
        new LockFields(
                id,
                owner,
                operation,
                path,
                destination,
                targets,
                leaseMs,
                waitMs,
                words.maxHoldMs(),
                holding,
                replaces,
                words.attributes())
            .existing(words.existing()),
        graceMs,
        comment(graceMs));
  }

  private @Nullable String comment(@Nullable Long graceMs) {
    return graceMs == null || words.chance(0.3) ? null : words.text();
  }

  /**
   * An acquire with the same id and other content; a changed reply address, or what it tells the
   * holders in its way, alone makes no other request.
   */
  private Acquire changed(Acquire before) {
    boolean sameContent = words.chance(0.3);
    if (!sameContent && words.chance(0.3)) {
      return any(before.commandId(), before.account(), before.owner());
    }
    Owner owner = sameContent ? before.owner() : words.owner();
    Long graceMs = words.graceMs(before.fields().waitMs());
    return new Acquire(
        before.account(),
        words.replyTo(),
        new LockFields(
                before.commandId(),
                owner,
                before.fields().operation(),
                before.fields().path(),
                before.fields().destination(),
                before.fields().targets(),
                sameContent ? before.fields().leaseMs() : words.lockLeaseMs(),
                before.fields().waitMs(),
                sameContent ? before.fields().maxHoldMs() : words.maxHoldMs(),
                before.fields().holding(),
                before.fields().replaces(),
                sameContent ? before.fields().attributes() : words.attributes())
            .existing(sameContent ? before.fields().existing() : words.existing()),
        graceMs,
        comment(graceMs));
  }
}
