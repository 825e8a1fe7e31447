package io.lockarbiter.audit.replay;

/** Is told a partition's history, command by command. */
public interface ReplayListener {

  /** A partition begins. */
  default void begin(HistoryStart start) {}

  /** The next command. */
  void step(ReplayStep step);

  /** The partition is at its end. */
  default void end() {}
}
