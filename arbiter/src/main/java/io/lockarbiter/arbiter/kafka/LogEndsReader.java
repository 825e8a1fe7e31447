package io.lockarbiter.arbiter.kafka;

import static java.util.Objects.requireNonNull;

import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.LogEndsSource;
import io.lockarbiter.service.kafka.AdminAnswer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers for the ends of partitions. Connects at the first use. */
public final class LogEndsReader implements LogEndsSource, AutoCloseable {
  private final OpenedAdmin admin;
  private final IntFunction<TopicPartition> topic;
  private final Duration timeout;
  private final Runnable answered;

  /**
   * A reader.
   *
   * @param topic names the partition of the topic with a number
   * @param timeout longest wait for the answers
   * @param answered runs when the brokers have answered
   */
  public LogEndsReader(
      Supplier<Admin> source,
      IntFunction<TopicPartition> topic,
      Duration timeout,
      Runnable answered) {
    this.admin = new OpenedAdmin(source);
    this.topic = topic;
    this.timeout = timeout;
    this.answered = answered;
  }

  @Override
  public Map<Integer, LogEnds> ends(Collection<Integer> partitions) {
    // The end of all records is asked first, so that records appended in between do not look like
    // an open transaction's.
    Map<Integer, Long> allEnds = ask(partitions, IsolationLevel.READ_UNCOMMITTED);
    Map<Integer, Long> stableEnds = ask(partitions, IsolationLevel.READ_COMMITTED);
    Map<Integer, LogEnds> answer = new HashMap<>();
    stableEnds.forEach(
        (partition, stable) ->
            answer.put(partition, new LogEnds(stable, requireNonNull(allEnds.get(partition)))));
    return answer;
  }

  private Map<Integer, Long> ask(Collection<Integer> partitions, IsolationLevel level) {
    Map<TopicPartition, OffsetSpec> questions = new HashMap<>();
    partitions.forEach(partition -> questions.put(topic.apply(partition), OffsetSpec.latest()));
    Map<Integer, Long> ends = new HashMap<>();
    ListOffsetsOptions options =
        new ListOffsetsOptions(level).timeoutMs(Math.toIntExact(timeout.toMillis()));
    AdminAnswer.await(admin.get().listOffsets(questions, options).all(), timeout)
        .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
    answered.run();
    return ends;
  }

  @Override
  public void close() {
    admin.close();
  }
}
