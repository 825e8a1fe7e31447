package io.lockarbiter.console.stream;

/** Who hears of every event before those who follow a stream do; the ring's lock is held. */
public interface StreamListener {
  /** The next event of its partition. */
  void event(StreamedEvent event);

  /** What was known of a partition is no longer true: another history, or a gap in it. */
  void restarted(int partition);
}
