package io.lockarbiter.trial.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.ReceivedRecord;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Knows the right decisions: a store without faults decides the commands one by one. Each published
 * event is compared with its decision, and at the end everything is.
 */
final class Judge {
  private final int partition;
  private final ReferenceLockStore undisturbed = new ReferenceLockStore();
  private final List<EncodedEvent> expected = new ArrayList<>();
  private final List<ReceivedRecord> expectedDead = new ArrayList<>();
  private final Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
  private long offset = -1;
  private long seq;
  private int published;
  private int dead;
  private boolean forgiving;
  private @Nullable String violation;

  /** The kinds of events of which many schedules together must see some. */
  enum Kind {
    GRANTED,
    GRANTED_AFTER_WAITING,
    EXPIRED,
    SESSION_ENDED,
    TOLD,
    REJECTED,
    TOLD_ITS_PLACE,
    DEAD_LETTER
  }

  Judge(int partition) {
    this.partition = partition;
  }

  void appended(ReceivedRecord command) {
    LogRecord record = command.record();
    long before = seq;
    undisturbed
        .decide(partition, new FeedPosition(offset, before), List.of(record))
        .events()
        .forEach(expected::add);
    offset = record.offset();
    seq = Objects.requireNonNull(undisturbed.header(partition)).seq();
    if (record.content() instanceof DecodedCommand.Dead) {
      expectedDead.add(command);
    }
  }

  /**
   * Compares an event that is published.
   *
   * @param isAnyLost whether no event is retained; an earlier one may then be published again
   */
  void published(EncodedEvent event, boolean isAnyLost) {
    if (isAnyLost && event.seq() <= published) {
      published = (int) event.seq() - 1;
    }
    if (published >= expected.size()) {
      throw violated("published one too many: " + text(event));
    }
    EncodedEvent right = expected.get(published);
    if (right.seq() != event.seq() || !Arrays.equals(right.value(), event.value())) {
      throw violated("published %s, expected %s".formatted(text(event), text(right)));
    }
    published++;
    count(event);
  }

  /** Expects the last published event once more, because the log has lost it. */
  void lost() {
    published--;
  }

  private void count(EncodedEvent event) {
    switch (event.type()) {
      case GRANTED -> {
        kinds.merge(Kind.GRANTED, 1, Integer::sum);
        if (!text(event).contains("\"waitedMs\":0")) {
          kinds.merge(Kind.GRANTED_AFTER_WAITING, 1, Integer::sum);
        }
      }
      case RELEASED -> {
        if ("EXPIRED".equals(event.reason())) {
          kinds.merge(Kind.EXPIRED, 1, Integer::sum);
        } else if ("SESSION_ENDED".equals(event.reason())) {
          kinds.merge(Kind.SESSION_ENDED, 1, Integer::sum);
        }
      }
      case TOLD -> kinds.merge(Kind.TOLD, 1, Integer::sum);
      case REJECTED -> {
        kinds.merge(Kind.REJECTED, 1, Integer::sum);
        if (text(event).contains("\"movedSeq\":")) {
          kinds.merge(Kind.TOLD_ITS_PLACE, 1, Integer::sum);
        }
      }
      default -> {}
    }
  }

  /** Ignores dead letters: after a reset of the position it is unknown which were written. */
  void forgiveDeadLetters() {
    forgiving = true;
  }

  void dead(DeadLetter letter) {
    if (forgiving) {
      return;
    }
    if (dead >= expectedDead.size()) {
      throw violated("dead letter of offset=%d, expected none".formatted(letter.offset()));
    }
    ReceivedRecord right = expectedDead.get(dead);
    if (right.record().offset() != letter.offset()
        || !Arrays.equals(right.key(), letter.key())
        || !Arrays.equals(right.value(), letter.value())) {
      throw violated(
          "dead letter of offset=%d, expected that of offset=%d with its key and value"
              .formatted(letter.offset(), right.record().offset()));
    }
    dead++;
    kinds.merge(Kind.DEAD_LETTER, 1, Integer::sum);
  }

  /** Says whether everything is answered. */
  boolean isComplete() {
    return published == expected.size() && (forgiving || dead == expectedDead.size());
  }

  /**
   * Compares the rest.
   *
   * @param isLastRemoved whether retention has removed the last record; events do not tell its
   *     append time and leader epoch
   */
  void end(@Nullable PartitionState state, boolean isLastRemoved) {
    if (!isComplete()) {
      throw violated(
          "published %d of %d events and %d of %d dead letters"
              .formatted(published, expected.size(), dead, expectedDead.size()));
    }
    PartitionState right = undisturbed.state(partition);
    if (!Objects.equals(right, state) && !(isLastRemoved && areAlike(right, state))) {
      throw violated("the state is%n%s, expected%n%s".formatted(state, right));
    }
  }

  private static boolean areAlike(@Nullable PartitionState right, @Nullable PartitionState state) {
    return right != null && state != null && Objects.equals(unstamped(right), unstamped(state));
  }

  private static PartitionState unstamped(PartitionState state) {
    PartitionHeader header = state.header();
    return new PartitionState(
        new PartitionHeader(
            header.appliedOffset(),
            0,
            -1,
            header.at(),
            header.seq(),
            header.floors(),
            header.settings()),
        state.held(),
        state.waiting(),
        state.ended(),
        state.windows(),
        state.moved(),
        state.sessions());
  }

  Map<Kind, Integer> kinds() {
    return kinds;
  }

  /** Keeps the violation, because a thread beside an owner may swallow the exception. */
  ViolationError violated(String what) {
    if (violation == null) {
      violation = what;
    }
    return new ViolationError(what);
  }

  /** Returns the first violation; null if there is none. */
  @Nullable String violation() {
    return violation;
  }

  private static String text(EncodedEvent event) {
    return "seq=" + event.seq() + " " + new String(event.value(), UTF_8);
  }
}
