package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.ScriptReply.list;
import static io.lockarbiter.lua.redis.ScriptReply.text;

import io.lockarbiter.contracts.codec.JsonBuffer;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.lua.redis.ScriptReply.Applied;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** The answer of {@code decide.lua}. */
record DecideAnswer(List<Object> reply) {

  OutcomeWord word() {
    return OutcomeWord.valueOf(text(reply, Applied.STATUS));
  }

  int done() {
    return counts().readInt();
  }

  PartitionHeader header() {
    return StateAnswer.header(reply.get(Applied.HEADER.ordinal()));
  }

  /** How records are to be read, if the answer is {@link OutcomeWord#OTHER_READING}. */
  Reading reading() {
    return Reading.ofNumber(Integer.parseInt(RedisLockStore.text(reply.get(1))));
  }

  /** A page of events; empty if there are none above those that the caller has. */
  List<EncodedEvent> events(int partition) {
    List<Object> elements = list(reply, Applied.EVENTS);
    List<EncodedEvent> events = new ArrayList<>(elements.size() / 2);
    JsonBuffer buffer = new JsonBuffer();
    for (int n = 0; n < elements.size(); n += 2) {
      byte[] head = (byte[]) elements.get(n);
      byte[] subject = (byte[]) elements.get(n + 1);
      events.add(OutboxEvent.encode(partition, head, subject, buffer));
    }
    return events;
  }

  Outcome applied(PartitionHeader header) {
    ByteBuf counts = counts().skipBytes(Integer.BYTES);
    long deadline = counts.readLong();
    return new Outcome.Applied(
        header, deadline < 0 ? null : deadline, counts.readLong(), counts.readLong());
  }

  private ByteBuf counts() {
    return Texts.of((byte[]) reply.get(Applied.COUNTS.ordinal()));
  }

  /** An answer other than {@link OutcomeWord#APPLIED}, for a caller at this position. */
  Outcome refusal(long expectedOffset, long publishedSeq) {
    String detail = RedisLockStore.text(reply.get(1));
    return switch (word()) {
      case STALE -> new Outcome.Stale(publishedSeq, Long.parseLong(detail));
      case BEHIND -> new Outcome.Behind(Long.parseLong(detail), expectedOffset);
      case EMPTY -> new Outcome.Empty(detail);
      case AHEAD -> new Outcome.Ahead(detail);
      case APPLIED, OTHER_READING ->
          throw new IllegalStateException(word() + " is no reason to halt");
    };
  }
}
