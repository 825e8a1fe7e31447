package io.lockarbiter.audit.replay;

/** Receives a partition's history, command by command. */
public interface ReplayListener {

  /** Begins a partition. */
  default void begin(HistoryStart start) {}

  /** Takes the next command. */
  void step(ReplayStep step);

  /** Ends a partition. */
  default void end() {}
}
