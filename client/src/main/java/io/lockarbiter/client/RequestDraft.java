package io.lockarbiter.client;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The parts of a request while it is made; they do not change once a request has them. */
final class RequestDraft {
  final String account;
  final Operation operation;
  @Nullable LockPath path;
  final @Nullable LockPath destination;
  String subAccount;
  @Nullable Owner owner;
  List<Target> targets;
  Duration lease = Duration.ofMillis(Settings.DEFAULT_LEASE_MS);
  @Nullable Duration adoptedWithin;
  Duration waitLimit = Duration.ZERO;
  Duration maxHold = Duration.ZERO;
  @Nullable YieldWish asking;
  boolean followsMoves;
  @Nullable Long existsAsOf;
  List<String> holding = List.of();
  @Nullable LockRef replaces;
  SortedMap<String, String> attributes = Collections.emptySortedMap();

  RequestDraft(
      String account,
      String subAccount,
      Operation operation,
      @Nullable LockPath path,
      @Nullable LockPath destination,
      List<Target> targets) {
    this.account = account;
    this.subAccount = subAccount;
    this.operation = operation;
    this.path = path;
    this.destination = destination;
    this.targets = targets;
  }

  RequestDraft(RequestDraft from) {
    this(from.account, from.subAccount, from.operation, from.path, from.destination, from.targets);
    owner = from.owner;
    lease = from.lease;
    adoptedWithin = from.adoptedWithin;
    waitLimit = from.waitLimit;
    maxHold = from.maxHold;
    asking = from.asking;
    followsMoves = from.followsMoves;
    existsAsOf = from.existsAsOf;
    holding = from.holding;
    replaces = from.replaces;
    attributes = from.attributes;
  }

  void add(Target target) {
    targets = plus(targets, target);
  }

  /** Asks for the one path that it has at another place. */
  void moveTo(LockPath place) {
    Target target = new Target(place, targets.get(0).mode());
    path = path == null ? null : place;
    targets = List.of(target);
  }

  void addHolding(String lockId) {
    holding = plus(holding, lockId);
  }

  void put(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(attributes);
    more.put(name, value);
    attributes = Collections.unmodifiableSortedMap(more);
  }

  /** Names this trace in place of another; none if it is not valid or has no room. */
  void trace(@Nullable String traceparent) {
    SortedMap<String, String> more = new TreeMap<>(attributes);
    more.remove(LockFields.TRACEPARENT);
    if (Traceparent.isValid(traceparent) && RequestCheck.hasRoomForATrace(more)) {
      more.put(LockFields.TRACEPARENT, traceparent);
    }
    attributes = Collections.unmodifiableSortedMap(more);
  }

  private static <T> List<T> plus(List<T> list, T one) {
    List<T> more = new ArrayList<>(list);
    more.add(one);
    return List.copyOf(more);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestDraft draft && values().equals(draft.values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  /** The values that decide whether two requests are equal. */
  private List<@Nullable Object> values() {
    return Arrays.asList(
        account,
        subAccount,
        owner,
        operation,
        path,
        destination,
        targets,
        lease,
        adoptedWithin,
        waitLimit,
        maxHold,
        asking,
        followsMoves,
        existsAsOf,
        holding,
        replaces,
        attributes);
  }

  /** The parts without the values of attributes. */
  @Override
  public String toString() {
    return "LockRequest[account=%s, subAccount=%s, owner=%s, operation=%s, targets=%s, lease=%s, adoptedWithin=%s, waitLimit=%s, maxHold=%s, asking=%s, followsMoves=%s, existsAsOf=%s, holding=%s, replaces=%s, attributes=%s]"
        .formatted(
            account,
            subAccount,
            owner,
            operation,
            targets,
            lease,
            adoptedWithin,
            waitLimit,
            maxHold,
            asking,
            followsMoves,
            existsAsOf,
            holding,
            replaces,
            attributes.keySet());
  }
}
