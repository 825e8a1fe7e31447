package io.lockarbiter.trial.simulate;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.LockStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The state in Redis, its version of some calls ago, and calls that may arrive again. */
final class SimulatedRedis {
  private static final int REMEMBERED = 12;

  private final List<ReferenceLockStore> earlier = new ArrayList<>();
  private final List<Consumer<LockStore>> calls = new ArrayList<>();
  private ReferenceLockStore state = new ReferenceLockStore();

  ReferenceLockStore state() {
    return state;
  }

  /** Remembers state and call, before a call that changes something. */
  void remember(Consumer<LockStore> call) {
    push(earlier, state.copy());
    push(calls, call);
  }

  private static <T> void push(List<T> list, T element) {
    if (list.size() == REMEMBERED) {
      list.remove(0);
    }
    list.add(element);
  }

  void loseWrites(Chance chance) {
    if (!earlier.isEmpty()) {
      int back = chance.below(earlier.size());
      state = earlier.get(back).copy();
      earlier.subList(back, earlier.size()).clear();
    }
  }

  void flush() {
    state = new ReferenceLockStore();
    earlier.clear();
  }

  /** Executes a copy of an earlier call, of any owner, whatever has happened since. */
  void receiveLateCopy(Chance chance) {
    if (!calls.isEmpty()) {
      calls.get(chance.below(calls.size())).accept(state);
    }
  }
}
