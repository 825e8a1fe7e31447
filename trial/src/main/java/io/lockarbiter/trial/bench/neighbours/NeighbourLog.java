package io.lockarbiter.trial.bench.neighbours;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.trial.bench.stage.Answer;
import io.lockarbiter.trial.bench.stage.EventField;
import io.lockarbiter.trial.bench.stage.EventReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The events of {@code lock.events}, pings and hostile accounts told apart. Thread-safe. */
final class NeighbourLog implements AutoCloseable {
  private static final EventField AT = new EventField("at");
  private static final EventField EXPIRES_AT = new EventField("expiresAt");
  private static final EventField REASON = new EventField("reason");

  private final List<List<Answer>> pings = new ArrayList<>();
  private final Set<String> pingAccounts;
  private final EventReader reader;
  private Tally tally = new Tally();
  private long held;
  private long answered;
  private long refused;

  /** Reads from now on; one account pings in each partition. */
  NeighbourLog(String bootstrapServers, List<String> pingAccounts) {
    this.pingAccounts = new HashSet<>(pingAccounts);
    pingAccounts.forEach(account -> pings.add(new ArrayList<>()));
    reader = new EventReader(bootstrapServers, pingAccounts.size(), this::add);
  }

  private void add(ConsumerRecord<byte[], byte[]> event) {
    Header header = event.headers().lastHeader("type");
    String type = header == null ? "" : new String(header.value(), UTF_8);
    long askedAtMs = AT.number(event.value());
    if (pingAccounts.contains(new String(event.key(), UTF_8))) {
      addPing(event.partition(), type, new Answer(askedAtMs, event.timestamp()));
    } else if (type.equals("granted")) {
      addGrant(askedAtMs, event.timestamp(), EXPIRES_AT.number(event.value()));
    } else {
      boolean over = type.equals("released") || type.equals("rejected");
      String kind = over ? type + " " + REASON.word(event.value()) : type;
      addOther(kind, type.equals("released"), askedAtMs, event.timestamp());
    }
  }

  private synchronized void addPing(int partition, String type, Answer answer) {
    pings.get(partition).add(answer);
    answered++;
    if (type.equals("rejected")) {
      refused++;
    }
  }

  private synchronized void addGrant(long askedAtMs, long appendedAtMs, long expiresAtMs) {
    tally.add("granted", askedAtMs, appendedAtMs);
    tally.addDue(expiresAtMs);
    held++;
  }

  private synchronized void addOther(
      String kind, boolean released, long askedAtMs, long appendedAtMs) {
    tally.add(kind, askedAtMs, appendedAtMs);
    if (released) {
      held--;
    }
  }

  /** What was answered to hostile accounts since the last call; a new part begins. */
  synchronized Tally next() {
    Tally past = tally;
    tally = new Tally();
    return past;
  }

  /** How often hostile accounts were answered in this part so far. */
  synchronized long hostileEvents() {
    return tally.events();
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

  /** Whether each partition has answered a ping that was asked later than this. */
  synchronized boolean haveAllAnsweredSince(long ms) {
    return pings.stream()
        .allMatch(each -> !each.isEmpty() && each.get(each.size() - 1).askedAtMs() > ms);
  }

  /** How long pings of some partitions took between two moments. */
  synchronized Delays delays(IntPredicate partitions, long fromMs, long toMs) {
    return Delays.between(
        IntStream.range(0, pings.size()).filter(partitions).mapToObj(pings::get), fromMs, toMs);
  }

  @Override
  public void close() {
    reader.close();
  }
}
