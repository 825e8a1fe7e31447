package io.lockarbiter.client.fence;

import io.lockarbiter.client.fence.memory.AccountMemory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A guard in memory, for a storage that one process writes to. Thread-safe. Its memory ends with
 * the process; late writers from before then pass, unless {@link #forgetBelow} is called first with
 * the lowest token that may still live. Grows with the number of paths until {@link #forgetBelow},
 * which a {@link GuardCleaner} calls; some hundred bytes stay for each account.
 */
public final class MemoryFencingGuard implements FencingGuard, FencingMemory {
  private final ConcurrentNavigableMap<String, Account> accounts;
  private final boolean isWithoutCase;

  /** The traces and open actions of an account; its own monitor guards it. */
  private record Account(AccountMemory memory, OpenActions open) {}

  /** A guard that remembers nothing yet. */
  public MemoryFencingGuard() {
    this(new ConcurrentSkipListMap<>(), /* isWithoutCase= */ false);
  }

  private MemoryFencingGuard(
      ConcurrentNavigableMap<String, Account> accounts, boolean isWithoutCase) {
    this.accounts = accounts;
    this.isWithoutCase = isWithoutCase;
  }

  @Override
  public MemoryFencingGuard withoutCase() {
    return new MemoryFencingGuard(accounts, /* isWithoutCase= */ true);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Sound only if the caller itself keeps conflicting actions out until the write is done;
   * {@link #act} does.
   */
  @Override
  public Optional<FencingRefusal> admit(FencingAction action) {
    Account account = account(action.account());
    synchronized (account) {
      return admit(compared(List.of(action)), account);
    }
  }

  /**
   * Admits an action and does its work, in this thread. Compatible work, such as two uploads into
   * one folder, goes on at the same time. The call waits for conflicting work that was admitted
   * before, even if the thread is interrupted. A late action is refused at once.
   *
   * @param work must not act in the same account: give all actions at once to {@link #act(List,
   *     Work)}; nested actions in several accounts need a fixed order of the accounts
   * @throws FencedException if the action is refused; the work is not done
   * @throws IllegalStateException if this thread is at work in the account already
   */
  public <T extends @Nullable Object, E extends Exception> T act(
      FencingAction action, Work<T, E> work) throws E {
    return act(List.of(action), work);
  }

  /**
   * Like {@link #act(FencingAction, Work)}, for work that needs several locks: all its actions are
   * admitted, or none is. They do not wait for each other. Conflicting locks of one owner also need
   * a {@link FencingAction#holder}, if more than one work is done under them.
   *
   * @param actions of one account
   */
  public <T extends @Nullable Object, E extends Exception> T act(
      List<FencingAction> actions, Work<T, E> work) throws E {
    Account account = account(accountOf(actions));
    OpenAction open;
    synchronized (account) {
      open = begin(compared(actions), account);
    }
    try {
      open.awaitTurn();
      return work.run();
    } finally {
      synchronized (account) {
        account.open().end(open);
      }
    }
  }

  private List<FencingAction> compared(List<FencingAction> actions) {
    return isWithoutCase
        ? actions.stream().map(FencingAction::withoutCase).toList()
        : List.copyOf(actions);
  }

  private static String accountOf(List<FencingAction> actions) {
    List<String> accounts = actions.stream().map(FencingAction::account).distinct().toList();
    if (accounts.size() != 1) {
      throw new IllegalArgumentException(
          "The actions of one work are of accounts=%s, expected one account".formatted(accounts));
    }
    return accounts.get(0);
  }

  private static OpenAction begin(List<FencingAction> actions, Account account) {
    if (account.open().isAtWork(Thread.currentThread())) {
      throw new IllegalStateException(
          "The thread is at work in account=%s already; two of that kind could wait for each other for ever. Give all actions that a work needs to one act(List, Work)."
              .formatted(actions.get(0).account()));
    }
    admit(actions, account)
        .ifPresent(
            refusal -> {
              throw new FencedException(refusal);
            });
    return account.open().begin(actions);
  }

  /** Remembers all actions, or returns the refusal of one that comes too late. */
  private static Optional<FencingRefusal> admit(List<FencingAction> actions, Account account) {
    AccountMemory memory = account.memory();
    Optional<FencingRefusal> refusal =
        actions.stream().flatMap(action -> Stream.ofNullable(memory.refusalOf(action))).findFirst();
    if (refusal.isEmpty()) {
      actions.forEach(memory::remember);
    }
    return refusal;
  }

  @Override
  public void forgetBelow(String account, long token) {
    Account known = account(account);
    synchronized (known) {
      known.memory().forgetBelow(token);
    }
  }

  @Override
  public List<String> accounts(@Nullable String after, int most) {
    return (after == null ? accounts : accounts.tailMap(after, /* inclusive= */ false))
        .keySet().stream().filter(account -> size(account) > 0).limit(most).toList();
  }

  /** Number of traces of an account, to watch that forgetting keeps up. */
  public int size(String account) {
    Account known = accounts.get(account);
    if (known == null) {
      return 0;
    }
    synchronized (known) {
      return known.memory().size() + known.open().size();
    }
  }

  private Account account(String name) {
    return accounts.computeIfAbsent(
        name, none -> new Account(new AccountMemory(), new OpenActions()));
  }

  /** The work of an action. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object, E extends Exception> {
    T run() throws E;
  }
}
