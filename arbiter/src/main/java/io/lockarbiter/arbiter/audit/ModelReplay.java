package io.lockarbiter.arbiter.audit;

import io.lockarbiter.lua.rules.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reference model fed with the commands of a history. Knows the state from the first command on
 * if the history is whole, else not at all.
 */
public final class ModelReplay {
  private ReferenceLockStore store = new ReferenceLockStore();
  private boolean ready;
  private int partition;
  private long offset = -1;
  private long seq;

  /** Begins anew. */
  void begin(HistoryStart start) {
    store = new ReferenceLockStore();
    partition = start.partition();
    offset = -1;
    seq = 0;
    ready = start.isWhole();
  }

  /** The events that the command must cause; null if that cannot be told. */
  @Nullable List<EncodedEvent> decide(ReplayStep step) {
    return ready ? decide(step.command()) : null;
  }

  private List<EncodedEvent> decide(LogRecord command) {
    Outcome outcome = store.decide(partition, offset, seq, List.of(command));
    if (!(outcome instanceof Outcome.Applied applied)) {
      throw new UndecidableException(
          "partition=%d offset=%d: %s".formatted(partition, command.offset(), outcome));
    }
    offset = command.offset();
    seq = applied.header().seq();
    return applied.events();
  }

  /** Says whether the model has the state. */
  public boolean isReady() {
    return ready;
  }

  /** The model as it stands now. */
  public LockStore store() {
    return store;
  }
}
