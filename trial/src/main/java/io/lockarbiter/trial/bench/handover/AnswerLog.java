package io.lockarbiter.trial.bench.handover;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockarbiter.trial.bench.stage.Answer;
import io.lockarbiter.trial.bench.stage.EventField;
import io.lockarbiter.trial.bench.stage.EventReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The answers of {@code lock.events}. The log time of an answer is that of its command's append, as
 * one broker's clock does not go back. Thread-safe.
 */
final class AnswerLog implements AutoCloseable {
  private static final EventField AT = new EventField("at");

  private final List<List<Answer>> answers = new ArrayList<>();
  private final EventReader reader;
  private long read;
  private long refused;

  AnswerLog(String bootstrapServers, int partitions) {
    IntStream.range(0, partitions).forEach(partition -> answers.add(new ArrayList<>()));
    reader = new EventReader(bootstrapServers, partitions, this::add);
  }

  private synchronized void add(ConsumerRecord<byte[], byte[]> event) {
    answers.get(event.partition()).add(new Answer(AT.number(event.value()), event.timestamp()));
    read++;
    Header type = event.headers().lastHeader("type");
    if (type != null && "rejected".equals(new String(type.value(), US_ASCII))) {
      refused++;
    }
  }

  /** The partitions that have answered no command appended later than this. */
  synchronized List<Integer> silentSince(long ms) {
    return IntStream.range(0, answers.size())
        .filter(partition -> !hasAnswered(answers.get(partition), ms))
        .boxed()
        .toList();
  }

  private static boolean hasAnswered(List<Answer> partition, long sinceMs) {
    return !partition.isEmpty() && partition.get(partition.size() - 1).askedAtMs() > sinceMs;
  }

  /** The longest standstill of each partition between two moments, ms. */
  synchronized List<Long> stallsMs(long fromMs, long toMs) {
    return answers.stream().map(each -> Stall.longestMs(each, fromMs, toMs)).toList();
  }

  /**
   * The longest standstill of each partition that was over before the second moment, ms: what is
   * not counts for what happens then.
   */
  synchronized List<Long> stallsOverMs(long fromMs, long beforeMs) {
    return answers.stream()
        .map(
            each ->
                Stall.longestMs(
                    each.stream().filter(answer -> answer.appendedAtMs() < beforeMs).toList(),
                    fromMs,
                    beforeMs))
        .toList();
  }

  /** Forgets answers that are older, but the last of each partition. */
  synchronized void forgetBefore(long ms) {
    for (List<Answer> partition : answers) {
      int old = 0;
      while (old < partition.size() - 1 && partition.get(old).appendedAtMs() < ms) {
        old++;
      }
      partition.subList(0, old).clear();
    }
  }

  /** Answers read so far. */
  synchronized long read() {
    return read;
  }

  /** Commands that were refused; none should be. */
  synchronized long refused() {
    return refused;
  }

  @Override
  public void close() {
    reader.close();
  }
}
