package io.lockarbiter.client.fence;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A guard in memory, for a storage that one process writes to. Thread-safe. What it remembers is
 * gone with the process: then late writers of before pass, unless {@link #forgetBelow} is called
 * first with the lowest token that may still live. Grows with the number of paths until {@link
 * #forgetBelow}.
 */
public final class MemoryFencingGuard implements FencingGuard {
  private final Map<String, AccountMemory> accounts = new ConcurrentHashMap<>();

  /**
   * {@inheritDoc}
   *
   * <p>Sound only if the caller itself keeps other actions out until the write is done; {@link
   * #act} does.
   */
  @Override
  public Optional<FencingRefusal> admit(FencingAction action) {
    AccountMemory memory = memoryOf(action.account());
    synchronized (memory) {
      return Optional.ofNullable(admit(action, memory));
    }
  }

  /**
   * Admits an action and does its work before any other action of the account is admitted.
   *
   * @param work short: the account's other actions wait for it
   * @throws FencedException if the action is refused; the work is not done
   */
  public <T extends @Nullable Object, E extends Exception> T act(
      FencingAction action, Work<T, E> work) throws E {
    AccountMemory memory = memoryOf(action.account());
    synchronized (memory) {
      FencingRefusal refusal = admit(action, memory);
      if (refusal != null) {
        throw new FencedException(refusal);
      }
      return work.run();
    }
  }

  @Override
  public void forgetBelow(String account, long token) {
    AccountMemory memory = memoryOf(account);
    synchronized (memory) {
      memory.forgetBelow(token);
    }
  }

  /** Number of things remembered of an account; for watching that forgetting keeps up. */
  public int size(String account) {
    AccountMemory memory = memoryOf(account);
    synchronized (memory) {
      return memory.size();
    }
  }

  private static @Nullable FencingRefusal admit(FencingAction action, AccountMemory memory) {
    FencingRefusal refusal = memory.refusalOf(action);
    if (refusal == null) {
      memory.remember(action);
    }
    return refusal;
  }

  private AccountMemory memoryOf(String account) {
    return accounts.computeIfAbsent(account, name -> new AccountMemory());
  }

  /** What an action does. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object, E extends Exception> {
    T run() throws E;
  }
}
