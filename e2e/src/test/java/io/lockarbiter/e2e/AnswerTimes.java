package io.lockarbiter.e2e;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How long commands waited for their answers, from append to append by the broker's clock. */
final class AnswerTimes {
  /** A command with its answer. */
  private record Answered(int partition, long at, long ms) {}

  private final List<Answered> all;

  private AnswerTimes(List<Answered> all) {
    this.all = all;
  }

  static AnswerTimes of(Deployment deployment) {
    Map<Cause, String> asked = Answers.asked(deployment);
    Map<Cause, Long> times = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : deployment.log().read(deployment.commands())) {
      times.put(new Cause(record.partition(), record.offset()), record.timestamp());
    }
    List<Answered> all = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : deployment.log().read(deployment.events())) {
      EventHead head = EventCodec.decode(record.value()).head();
      Long at = times.get(head.cause());
      if (at != null && head.commandId().equals(asked.get(head.cause()))) {
        all.add(new Answered(record.partition(), at, record.timestamp() - at));
      }
    }
    return new AnswerTimes(all);
  }

  /** Returns the longest time of each partition, of commands appended within this time. */
  Map<Integer, Long> longest(long from, long to) {
    Map<Integer, Long> longest = new TreeMap<>();
    for (Answered one : all) {
      if (one.at >= from && one.at < to) {
        longest.merge(one.partition, one.ms, Math::max);
      }
    }
    return longest;
  }

  /** Describes the times of commands appended within this time. */
  String describe(String what, long from, long to) {
    List<Long> times =
        all.stream()
            .filter(one -> one.at >= from && one.at < to)
            .map(Answered::ms)
            .sorted()
            .toList();
    return "%-30s %4d s, %,d commands, p50 %d ms, p99 %d ms, longest %d ms; longest of each partition %s"
        .formatted(
            what,
            (to - from) / 1000,
            times.size(),
            times.get(times.size() / 2),
            times.get(times.size() * 99 / 100),
            times.get(times.size() - 1),
            longest(from, to).values());
  }
}
