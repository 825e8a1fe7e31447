package io.lockarbiter.trial.bench.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.trial.bench.stage.Answer;
import io.lockarbiter.trial.bench.stage.EventField;
import io.lockarbiter.trial.bench.stage.EventReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The events of {@code lock.events}, pings and hostile accounts told apart. Thread-safe. */
final class HostileEvents implements AutoCloseable {
  private static final EventField AT = new EventField("at");
  private static final EventField EXPIRES_AT = new EventField("expiresAt");
  private static final EventField REASON = new EventField("reason");

  /**
   * The answers to hostile accounts in a part of a run.
   *
   * @param kinds how many of each type, with the reason if it has one
   * @param firstAskedMs when the first command was appended
   * @param lastAppendedMs when the last answer was
   * @param firstDueMs when the first lease of those that were granted ends
   */
  record Tally(Map<String, Long> kinds, long firstAskedMs, long lastAppendedMs, long firstDueMs) {
    static final Tally NONE = new Tally(Map.of(), Long.MAX_VALUE, 0, Long.MAX_VALUE);

    long events() {
      return kinds.values().stream().mapToLong(count -> count).sum();
    }

    private Tally with(String kind, long askedMs, long appendedMs, long dueMs) {
      kinds.merge(kind, 1L, Long::sum);
      return new Tally(
          kinds,
          Math.min(firstAskedMs, askedMs),
          Math.max(lastAppendedMs, appendedMs),
          Math.min(firstDueMs, dueMs));
    }
  }

  private final List<String> pinging;
  private final List<List<Answer>> pings = new ArrayList<>();
  private final EventReader reader;
  private Tally tally = empty();
  private long events;
  private long held;
  private long answered;
  private long refused;

  /** Reads from now on; one account pings in each partition. */
  HostileEvents(String bootstrapServers, List<String> pinging) {
    this.pinging = List.copyOf(pinging);
    pinging.forEach(account -> pings.add(new ArrayList<>()));
    reader = new EventReader(bootstrapServers, pinging.size(), this::add);
  }

  private static Tally empty() {
    return new Tally(new TreeMap<>(), Long.MAX_VALUE, 0, Long.MAX_VALUE);
  }

  private synchronized void add(ConsumerRecord<byte[], byte[]> event) {
    Header header = event.headers().lastHeader("type");
    String type = header == null ? "" : new String(header.value(), UTF_8);
    long askedMs = AT.number(event.value());
    if (pinging.get(event.partition()).equals(new String(event.key(), UTF_8))) {
      pings.get(event.partition()).add(new Answer(askedMs, event.timestamp()));
      answered++;
      refused += type.equals("rejected") ? 1 : 0;
      return;
    }
    boolean isGrant = type.equals("granted");
    boolean isRelease = type.equals("released");
    held += isGrant ? 1 : isRelease ? -1 : 0;
    events++;
    tally =
        tally.with(
            isRelease || type.equals("rejected") ? type + " " + REASON.word(event.value()) : type,
            askedMs,
            event.timestamp(),
            isGrant ? EXPIRES_AT.number(event.value()) : Long.MAX_VALUE);
  }

  /** The answers to hostile accounts since the last call; a new part begins. */
  synchronized Tally next() {
    Tally past = tally;
    tally = empty();
    events = 0;
    return past;
  }

  /** How often hostile accounts were answered in this part so far. */
  synchronized long events() {
    return events;
  }

  /** How many locks hostile accounts hold. */
  synchronized long held() {
    return held;
  }

  /** Pings that were answered so far. */
  synchronized long answered() {
    return answered;
  }

  /** Those of them that were refused; none should be. */
  synchronized long refused() {
    return refused;
  }

  /** Says whether each partition has answered a ping that was asked later than this. */
  synchronized boolean haveAllAnsweredSince(long ms) {
    return pings.stream()
        .allMatch(each -> !each.isEmpty() && each.get(each.size() - 1).askedAtMs() > ms);
  }

  /**
   * The longest delay, ms, of pings that were open between two moments, and of the first that was
   * asked later in each partition: so something is told of what is over in no time.
   */
  synchronized long worstMs(IntPredicate partitions, long fromMs, long toMs) {
    return IntStream.range(0, pings.size())
        .filter(partitions)
        .mapToObj(pings::get)
        .flatMap(each -> open(each, fromMs, toMs))
        .mapToLong(Answer::delayMs)
        .max()
        .orElse(0);
  }

  static Stream<Answer> open(List<Answer> partition, long fromMs, long toMs) {
    long lastMs =
        partition.stream().mapToLong(Answer::askedAtMs).filter(at -> at > toMs).min().orElse(toMs);
    return partition.stream()
        .filter(answer -> answer.appendedAtMs() >= fromMs && answer.askedAtMs() <= lastMs);
  }

  @Override
  public void close() {
    reader.close();
  }
}
