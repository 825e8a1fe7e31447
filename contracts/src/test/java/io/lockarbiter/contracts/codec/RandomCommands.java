package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random valid commands. */
public final class RandomCommands {
  private final Random random;

  public RandomCommands(Random random) {
    this.random = random;
  }

  public Command next() {
    String id = RandomTexts.id(random);
    String account = RandomTexts.id(random);
    Owner owner = owner();
    String replyTo = maybe(() -> RandomTexts.id(random));
    String lockId = RandomTexts.id(random);
    return switch (random.nextInt(15)) {
      case 0 -> new Tick();
      case 1 -> settings();
      case 2 -> {
        String declined = maybe(() -> RandomTexts.comment(random));
        yield new Renew(id, account, owner, replyTo, lockId, maybe(this::leaseMs), declined);
      }
      case 3 -> new Release(id, account, owner, replyTo, lockId, outcome());
      case 4 -> {
        String comment = maybe(() -> RandomTexts.comment(random));
        yield new ForceRelease(id, account, owner, replyTo, lockId, comment);
      }
      case 5 -> {
        String comment = maybe(() -> RandomTexts.comment(random));
        Long graceMs = maybe(() -> (long) random.nextInt(600_001));
        yield new Yield(id, account, owner, replyTo, lockId, graceMs, comment);
      }
      case 6 -> new ReleaseAll(id, account, owner, replyTo);
      case 7 -> new KeepAlive(id, account, ownerWithSession(), replyTo, leaseMs());
      default -> acquire(id, account, owner, replyTo);
    };
  }

  WorkOutcome outcome() {
    return new WorkOutcome(
        random.nextBoolean(), random.nextBoolean(), maybe(() -> RandomTexts.comment(random)));
  }

  Acquire acquire(String id, String account, Owner owner, @Nullable String replyTo) {
    Operation operation = oneOf(Operation.known());
    LockPath path = operation.hasExplicitTargets() ? null : path();
    path = operation == Operation.CLOSE ? LockPath.ROOT : path;
    LockPath destination = operation.hasDestination() ? path() : null;
    if (destination != null && path != null) {
      while (operation.problem(path, destination) != null) {
        path = path();
        destination = path();
      }
    }
    List<Target> targets = path == null ? targets() : operation.targets(path, destination);
    LockRef replaces = random.nextInt(4) == 0 ? replaces() : null;
    int waitMs = replaces != null || random.nextBoolean() ? 0 : random.nextInt(600_001);
    Long graceMs = waitMs == 0 ? null : maybe(() -> (long) random.nextInt(waitMs));
    return new Acquire(
        account,
        replyTo,
        new LockFields(
                id,
                owner,
                operation,
                path,
                destination,
                targets,
                owner.session() != null && random.nextInt(4) == 0
                    ? LockFields.BOUND_LEASE_MS
                    : lockLeaseMs(),
                waitMs,
                random.nextBoolean() ? 0 : 1_000 + random.nextInt(86_399_001),
                holding(),
                replaces,
                attributes())
            .existing(random.nextBoolean() ? null : random.nextLong(3) * random.nextInt(1_000)),
        graceMs,
        graceMs == null ? null : maybe(() -> RandomTexts.comment(random)));
  }

  LockRef replaces() {
    return new LockRef(RandomTexts.id(random), owner());
  }

  Owner owner() {
    return new Owner(RandomTexts.id(random), maybe(() -> RandomTexts.id(random)));
  }

  Owner ownerWithSession() {
    return new Owner(RandomTexts.id(random), RandomTexts.id(random));
  }

  LockPath path() {
    return LockPath.of(RandomTexts.path(random));
  }

  Target target() {
    return target(/* only= */ null);
  }

  private Target target(@Nullable Mode only) {
    return new Target(path(), only == null ? oneOf(Mode.acting()) : only);
  }

  private List<Target> targets() {
    Set<Target> targets = new LinkedHashSet<>();
    Mode only = random.nextInt(6) == 0 ? oneOf(List.of(Mode.GUARD, Mode.FREEZE)) : null;
    targets.add(target(only));
    for (int count = random.nextInt(16); count > 0; count--) {
      Target next = target(only);
      if (Acquire.segments(targets) + next.path().depth() <= Acquire.MAX_TARGET_SEGMENTS) {
        targets.add(next);
      }
    }
    return List.copyOf(targets);
  }

  List<String> holding() {
    List<String> holding = new ArrayList<>();
    for (int count = Math.max(0, random.nextInt(32) - 15); count > 0; count--) {
      holding.add(RandomTexts.id(random));
    }
    return List.copyOf(holding);
  }

  SortedMap<String, String> attributes() {
    SortedMap<String, String> attributes = new TreeMap<>();
    for (int count = Math.max(0, random.nextInt(10) - 5); count > 0; count--) {
      attributes.put(RandomTexts.comment(random), RandomTexts.comment(random));
    }
    return attributes;
  }

  long leaseMs() {
    return 1_000L + random.nextInt(599_001);
  }

  /** The lease of a lock, which may be kept. */
  private long lockLeaseMs() {
    return random.nextInt(4) > 0
        ? leaseMs()
        : Settings.MAX_KEEP_MS - (random.nextBoolean() ? 0 : random.nextInt(1_000_000_000));
  }

  private SettingsChange settings() {
    SettingsChange change = SettingsChange.NOTHING;
    for (Setting setting : Setting.values()) {
      int most = random.nextBoolean() && !setting.isFlag() ? 3 : setting.max() - setting.min();
      change = change.with(setting, maybe(() -> setting.min() + random.nextInt(most)));
    }
    return change;
  }

  <T> @Nullable T maybe(Supplier<T> value) {
    return random.nextBoolean() ? value.get() : null;
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
