package io.lockarbiter.gateway.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The frames that wait in one stream, in order. Their bytes are counted for the stream, for its
 * subject and for all streams. {@link EventStream} guards it.
 */
final class WaitingFrames {
  private final Deque<Frame> frames = new ArrayDeque<>(4);
  private final StreamCounts counts;
  private final SubjectStreams subject;
  private long bytes;

  WaitingFrames(StreamCounts counts, SubjectStreams subject) {
    this.counts = counts;
    this.subject = subject;
  }

  void add(Frame frame) {
    frames.addLast(frame);
    count(frame.bytes());
  }

  /** Takes the first frames: one, or as many as have no more than so many bytes. */
  List<Frame> take(int most) {
    List<Frame> taken = new ArrayList<>();
    long size = 0;
    for (Frame next = frames.peekFirst();
        next != null && (taken.isEmpty() || size + next.bytes() <= most);
        next = frames.peekFirst()) {
      size += next.bytes();
      taken.add(frames.removeFirst());
    }
    count(-size);
    return taken;
  }

  void clear() {
    frames.clear();
    count(-bytes);
  }

  private void count(long more) {
    bytes += more;
    counts.unsentBytes.addAndGet(more);
    subject.count(more);
  }

  boolean isEmpty() {
    return frames.isEmpty();
  }

  int size() {
    return frames.size();
  }

  long bytes() {
    return bytes;
  }
}
