package io.lockarbiter.console.stream;

/** Gets every event before the subscribers do, while the ring's lock is held. */
public interface StreamListener {
  /** Takes the next event of its partition. */
  void event(StreamedEvent event);

  /** Tells that earlier knowledge of a partition is void: there is another history, or a gap. */
  void restarted(int partition);
}
