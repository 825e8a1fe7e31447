package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RedisLockStore.text;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;

/**
 * The answer of {@code decide.lua} when it applied records; its places are listed in the script's
 * header.
 */
final class DecideAnswer {
  private static final int FIRST_EVENT = 11;

  private DecideAnswer() {}

  static int done(List<Object> answer) {
    return Integer.parseInt(text(answer.get(1)));
  }

  static PartitionHeader header(List<Object> answer) {
    return StateAnswer.header(answer.subList(2, 8));
  }

  static void addEvents(List<Object> answer, List<EncodedEvent> events) {
    for (Object entry : answer.subList(FIRST_EVENT, answer.size())) {
      events.add(OutboxEntry.parse((byte[]) entry));
    }
  }

  static Outcome applied(List<Object> answer, List<EncodedEvent> events) {
    String deadline = text(answer.get(8));
    return new Outcome.Applied(
        header(answer),
        deadline.isEmpty() ? null : Long.valueOf(deadline),
        Long.parseLong(text(answer.get(9))),
        Long.parseLong(text(answer.get(10))),
        List.copyOf(events));
  }
}
