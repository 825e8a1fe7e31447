package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.lua.store.LogRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An instance of another build was killed within a second after it had published a refusal. */
class OtherBuildTest {
  private final OwnersWorld world = new OwnersWorld();

  @BeforeEach
  void publishARefusalBehindThePosition() {
    append("'type':'acquire','commandId':'d','operation':'DELETE','path':'/p'");
    WorldOwner owner = world.owner();
    owner.turns(3);
    append(
        "'type':'acquire','commandId':'w','operation':'UPLOAD','path':'/p/x','waitMs':60000,'session':'s'");
    append("'type':'release','commandId':'r','lockId':'d','gone':true");
    owner.turns(2);
    assertThat(world.committed().metadata().publishedSeq()).isEqualTo(1);
    assertThat(last()).contains("\"reason\":\"PATH_GONE\"", ",\"message\":\"The");
  }

  @Test
  void refusalThatTheOtherBuildWordedOtherwise_isTheSame() {
    replaceInTheLast(",\"message\":\"The", ",\"message\":\"A \\\"folder\\\\\\\" as The");

    assertThat(statusOfTheNext().state()).isEqualTo(PartitionState.RUNNING);
  }

  @Test
  void refusalThatDiffersElsewhere_isMismatch() {
    replaceInTheLast("\"path\":\"/p/x\"", "\"path\":\"/p/y\"");

    assertThat(statusOfTheNext().halt()).isEqualTo(HaltReason.MISMATCH);
  }

  @Test
  void refusalThatDiffersBehindItsMessage_isMismatch() {
    replaceInTheLast("}", ",\"note\":\"x\"}");

    assertThat(statusOfTheNext().halt()).isEqualTo(HaltReason.MISMATCH);
  }

  private PartitionStatus statusOfTheNext() {
    WorldOwner next = world.owner();
    for (int i = 0; i < 5; i++) {
      next.look();
    }
    return next.status();
  }

  private String last() {
    return new String(world.events.get(world.events.size() - 1).value(), UTF_8);
  }

  /** Replaces the last occurrence of a text. */
  private void replaceInTheLast(String what, String by) {
    LaterEvents.Stored event = world.events.get(world.events.size() - 1);
    int place = last().lastIndexOf(what);
    String other = last().substring(0, place) + by + last().substring(place + what.length());
    world.events.set(
        world.events.size() - 1,
        new LaterEvents.Stored(
            event.seq(), other.getBytes(UTF_8), event.replyTo(), event.lockReplyTo()));
  }

  private void append(String fields) {
    long offset = world.commands.size();
    String json = "{'v':1,'account':'acme','subAccount':'u1',%s}".formatted(fields);
    world.commands.add(
        new LogRecord(
            offset,
            1_000 + offset,
            0,
            CommandCodec.decode("acme".getBytes(UTF_8), json.replace('\'', '"').getBytes(UTF_8))));
  }
}
