package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.ArrayList;
import java.util.List;

/** Sequences of commands that chance alone would seldom bring about. */
final class HistoryScenes {
  private static final long LONG_MS = 20_000;
  private static final List<Operation> REMOVING =
      List.of(Operation.DELETE, Operation.RENAME, Operation.MOVE);

  private static final List<Operation> MOVING = List.of(Operation.RENAME, Operation.MOVE);

  private static final List<Operation> REPLACED =
      List.of(
          Operation.CHECK_OUT,
          Operation.UPLOAD,
          Operation.DOWNLOAD,
          Operation.DELETE,
          Operation.FREEZE);

  private final HistoryWords words;
  private final HistoryAcquires acquires;

  HistoryScenes(HistoryWords words, HistoryAcquires acquires) {
    this.words = words;
    this.acquires = acquires;
  }

  /** The commands of a scene; others may come between them. */
  List<AccountCommand> next() {
    if (words.maySayThatPathsExist() && words.chance(0.5)) {
      return moves();
    }
    double draw = words.below(100) / 100.0;
    if (draw < 0.5) {
      return circle();
    } else if (draw < 0.7) {
      return crowds();
    } else if (draw < 0.85) {
      return handOver();
    }
    return upgrade();
  }

  /** A folder that is moved, and requests below it that come later and say that it exists. */
  private List<AccountCommand> moves() {
    String account = words.ownAccount();
    LockPath folder = words.movingFolder();
    List<AccountCommand> scene = new ArrayList<>();
    for (int n = 1 + words.below(2); n > 0; n--) {
      Acquire move =
          acquires.of(account, words.owner(), words.oneOf(MOVING), folder, LONG_MS, 0, List.of());
      scene.add(move);
      if (words.chance(0.3)) {
        scene.add(existing(waiter(move)));
      }
      scene.add(release(move, words.chance(0.85)));
      for (int followers = 1 + words.below(3); followers > 0; followers--) {
        Acquire follower =
            acquires.of(
                account,
                words.owner(),
                words.chance(0.8) ? Operation.UPLOAD : Operation.DELETE,
                words.chance(0.9) ? words.below(folder) : folder,
                words.leaseMs(),
                words.waitMs(),
                List.of());
        scene.add(words.chance(0.85) ? existing(follower) : follower);
      }
    }
    return scene;
  }

  private static Acquire existing(Acquire request) {
    return new Acquire(
        request.account(),
        request.replyTo(),
        request.fields().existing(LockFields.EXISTING_NOW),
        request.graceMs(),
        request.comment());
  }

  /** A lock that is replaced a few times, past requests that wait for it. */
  private List<AccountCommand> handOver() {
    Acquire held =
        acquires.of(
            words.ownAccount(),
            words.owner(),
            words.oneOf(REPLACED),
            words.below(words.path()),
            LONG_MS,
            0,
            List.of());
    List<AccountCommand> scene = new ArrayList<>(List.of(held));
    for (int n = words.below(4); n > 0; n--) {
      scene.add(waiter(held));
    }
    for (int n = 1 + words.below(3); n > 0; n--) {
      Owner owner = words.chance(0.5) ? held.owner() : words.owner();
      LockPath path = words.chance(0.8) ? path(held) : words.below(path(held));
      if (words.chance(0.25)) {
        scene.add(askToYield(held));
      }
      held = acquires.replacing(held, owner, words.oneOf(REPLACED), path, LONG_MS);
      scene.add(held);
      if (words.chance(0.3)) {
        scene.add(waiter(held));
      }
    }
    scene.add(release(held, words.chance(0.3)));
    return scene;
  }

  /** Owners who each hold a lock and ask for the next owner's. */
  private List<AccountCommand> circle() {
    List<AccountCommand> scene = new ArrayList<>();
    String account = words.ownAccount();
    int size = 2 + words.below(3);
    for (int i = 0; i < size; i++) {
      Operation operation = words.chance(0.85) ? Operation.UPLOAD : words.oneOf(REMOVING);
      LockPath path = words.below(words.below(words.path()));
      scene.add(acquires.of(account, words.owner(i), operation, path, LONG_MS, 0, List.of()));
    }
    for (int i = 0; i < size; i++) {
      Acquire own = (Acquire) scene.get(i);
      Acquire wanted = (Acquire) scene.get((i + 1) % size);
      List<String> holding = words.chance(0.9) ? List.of(own.commandId()) : List.of();
      scene.add(
          acquires.of(
              account, own.owner(), Operation.DELETE, path(wanted), LONG_MS, LONG_MS, holding));
    }
    for (int i = 0; i < size; i++) {
      scene.add(release((Acquire) scene.get(i), words.chance(0.3)));
    }
    return scene;
  }

  /** Many requests that wait for one lock, in one account or in two at once. */
  private List<AccountCommand> crowds() {
    List<AccountCommand> scene = new ArrayList<>();
    List<Acquire> first = new ArrayList<>();
    long leaseMs = words.leaseMs();
    for (int accounts = words.chance(0.5) ? 1 : 2; accounts > 0; accounts--) {
      Operation operation = words.oneOf(REMOVING);
      LockPath path = words.pathBelowRoot();
      first.add(
          acquires.of(words.ownAccount(), words.owner(), operation, path, leaseMs, 0, List.of()));
    }
    scene.addAll(first);
    int size = 3 + words.below(words.chance(0.2) ? 40 : 8);
    for (int i = 0; i < size; i++) {
      scene.add(waiter(words.oneOf(first)));
    }
    AccountCommand one = words.oneOf(scene);
    if (one instanceof Acquire acquire) {
      scene.add(words.chance(0.5) ? release(acquire, words.chance(0.5)) : force(acquire));
    }
    if (words.chance(0.5)) {
      scene.add(release(first.get(0), words.chance(0.6)));
    }
    return scene;
  }

  private Acquire waiter(Acquire holder) {
    Operation operation = words.operation();
    while (operation.hasExplicitTargets() || operation == Operation.CLOSE) {
      operation = words.operation();
    }
    LockPath path = words.chance(0.3) ? path(holder) : words.below(path(holder));
    long waitMs = words.chance(0.4) ? holder.fields().leaseMs() : words.waitMs() + words.leaseMs();
    return acquires.of(
        holder.account(), words.owner(), operation, path, words.leaseMs(), waitMs, List.of());
  }

  /**
   * An owner who holds a folder and takes more locks in it, past a request that waits for the whole
   * folder.
   */
  private List<AccountCommand> upgrade() {
    String account = words.ownAccount();
    Owner owner = words.owner();
    LockPath folder = words.below(words.path());
    Acquire held =
        acquires.of(account, owner, Operation.UPLOAD_FOLDER, folder, LONG_MS, 0, List.of());
    Acquire other =
        acquires.of(
            account,
            words.owner(),
            words.oneOf(REMOVING),
            folder,
            LONG_MS,
            words.leaseMs(),
            List.of());
    List<AccountCommand> scene = new ArrayList<>(List.of(held, other));
    int size = 1 + words.below(4);
    for (int i = 0; i < size; i++) {
      Operation operation = words.chance(0.7) ? Operation.UPLOAD : Operation.DELETE;
      List<String> holding = words.chance(0.8) ? List.of(held.commandId()) : List.of();
      scene.add(
          acquires.of(
              account,
              words.chance(0.8) ? owner : words.owner(),
              operation,
              words.chance(0.8) ? words.below(folder) : folder,
              words.leaseMs(),
              words.waitMs(),
              holding));
    }
    scene.add(2 + words.below(size), release(held, false));
    return scene;
  }

  private static LockPath path(Acquire acquire) {
    return acquire.fields().targets().get(0).path();
  }

  private Release release(Acquire acquire, boolean gone) {
    return new Release(
        words.newId(),
        acquire.account(),
        acquire.owner(),
        words.replyTo(),
        acquire.commandId(),
        gone);
  }

  private Yield askToYield(Acquire acquire) {
    return new Yield(
        words.newId(),
        acquire.account(),
        words.owner(),
        words.replyTo(),
        acquire.commandId(),
        words.chance(0.7) ? LONG_MS : null,
        words.text());
  }

  private ForceRelease force(Acquire acquire) {
    return new ForceRelease(
        words.newId(),
        acquire.account(),
        words.owner(),
        words.replyTo(),
        acquire.commandId(),
        words.text());
  }
}
