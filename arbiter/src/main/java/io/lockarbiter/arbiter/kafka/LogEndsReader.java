package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.LogEndsSource;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Asks the brokers where partitions end. Connects at the first use; used by one thread. */
public final class LogEndsReader implements LogEndsSource, AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final Supplier<Admin> source;
  private final Topics topics;
  private final Duration timeout;
  private @Nullable Admin opened;

  /**
   * A reader.
   *
   * @param timeout longest wait for the answers
   */
  public LogEndsReader(Supplier<Admin> source, Topics topics, Duration timeout) {
    this.source = source;
    this.topics = topics;
    this.timeout = timeout;
  }

  @Override
  public synchronized Map<Integer, LogEnds> ends(Collection<Integer> partitions) {
    // The end of everything is asked first: what is appended in between is no transaction's.
    ListOffsetsResult ends = ask(partitions, IsolationLevel.READ_UNCOMMITTED);
    Map<Integer, Long> allEnds = await(partitions, ends);
    Map<Integer, Long> stableEnds =
        await(partitions, ask(partitions, IsolationLevel.READ_COMMITTED));
    Map<Integer, LogEnds> answer = new HashMap<>();
    allEnds.forEach(
        (partition, end) -> {
          Long stable = stableEnds.get(partition);
          if (stable != null) {
            answer.put(partition, new LogEnds(stable, end));
          }
        });
    return answer;
  }

  private ListOffsetsResult ask(Collection<Integer> partitions, IsolationLevel level) {
    Map<TopicPartition, OffsetSpec> questions = new HashMap<>();
    partitions.forEach(partition -> questions.put(topics.commands(partition), OffsetSpec.latest()));
    return admin()
        .listOffsets(
            questions,
            new ListOffsetsOptions(level).timeoutMs(Math.toIntExact(timeout.toMillis())));
  }

  private Map<Integer, Long> await(Collection<Integer> partitions, ListOffsetsResult result) {
    Map<Integer, Long> ends = new HashMap<>();
    for (int partition : partitions) {
      try {
        ends.put(
            partition,
            result
                .partitionResult(topics.commands(partition))
                .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .offset());
      } catch (ExecutionException | TimeoutException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return ends;
  }

  private Admin admin() {
    if (opened == null) {
      opened = source.get();
    }
    return opened;
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      opened.close(CLOSE);
      opened = null;
    }
  }
}
