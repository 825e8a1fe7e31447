package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.ScriptReply.list;
import static io.lockarbiter.lua.redis.ScriptReply.number;
import static io.lockarbiter.lua.redis.ScriptReply.text;

import io.lockarbiter.lua.redis.ScriptReply.Applied;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;

/** The answer of {@code decide.lua}. */
record DecideAnswer(List<Object> reply) {

  OutcomeWord word() {
    return OutcomeWord.valueOf(text(reply, Applied.STATUS));
  }

  /** What an answer other than {@link OutcomeWord#APPLIED} says. */
  String detail() {
    return RedisLockStore.text(reply.get(1));
  }

  int done() {
    return (int) number(reply, Applied.DONE);
  }

  PartitionHeader header() {
    return StateAnswer.header(list(reply, Applied.HEADER));
  }

  void addEvents(List<EncodedEvent> events) {
    for (Object entry : list(reply, Applied.EVENTS)) {
      events.add(OutboxEntry.parse((byte[]) entry));
    }
  }

  /** All records are applied, and these are the events of all calls. */
  Outcome applied(List<EncodedEvent> events) {
    String deadline = text(reply, Applied.NEXT_DEADLINE);
    return new Outcome.Applied(
        header(),
        deadline.isEmpty() ? null : Long.valueOf(deadline),
        number(reply, Applied.HELD),
        number(reply, Applied.WAITING),
        List.copyOf(events));
  }
}
