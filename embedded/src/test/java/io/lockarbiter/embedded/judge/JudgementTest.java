package io.lockarbiter.embedded.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A history of one partition, complete and tampered with. */
class JudgementTest {
  private final RecordedHistory history = new RecordedHistory();

  /** The state in Redis; later tampering does not change it. */
  private final PartitionState redis = history.state();

  @Test
  void wholeHistory_isClean() {
    Judgement judgement = judge(redis);

    assertThat(judgement.answers()).isEqualTo(new AnswerCount(6, 6, 0, 0, 0));
    assertThat(judgement.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(judgement.isClean()).isTrue();
    assertThat(JudgementText.lines(judgement))
        .containsExactly(
            "answers: 6 commands, 6 answers, 0 missing, 0 repeated, 0 to no command",
            "audit: clean, 6 answers judged, 0 pending, 0 violations",
            "state: Redis had what the history says in each of 1 looks, with 1 locks held and 1"
                + " requests waiting");
  }

  @Test
  void answerThatIsMissing_isAFailureToBothWhoCountAndWhoKnowTheRules() {
    history.events.remove(1);

    Judgement judgement = judge(redis);

    assertThat(judgement.isClean()).isFalse();
    assertThat(JudgementText.lines(judgement))
        .contains("answers: 6 commands, 5 answers, 1 missing, 0 repeated, 0 to no command: FAILED")
        .anyMatch(
            line ->
                line.startsWith("audit: violation, ")
                    && line.contains(
                        ": FAILED, first lock.events partition=0 offset=5: expected seq=2, found"
                            + " seq=3 cause.offset=3"));
  }

  @Test
  void answerThatStandsTwice_isAFailure() {
    history.events.add(2, history.events.get(1));

    Judgement judgement = judge(redis);

    assertThat(judgement.isClean()).isFalse();
    assertThat(judgement.answers()).isEqualTo(new AnswerCount(6, 7, 0, 1, 0));
    assertThat(judgement.isAuditClean()).isFalse();
  }

  @Test
  void lastAnswerThatIsMissing_isAFailureThoughTheAuditMayWait() {
    history.events.remove(history.events.size() - 1);

    Judgement judgement = judge(redis);

    assertThat(judgement.isClean()).isFalse();
    assertThat(judgement.answers().missing()).isEqualTo(1);
    assertThat(judgement.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(judgement.isAuditClean()).isFalse();
  }

  @Test
  void answerOfACommandThatNobodySent_isAFailure() {
    AuditRecord last = history.events.get(history.events.size() - 1);
    String foreign = new String(value(last), UTF_8).replace("\"offset\":7", "\"offset\":5");
    history.events.set(history.events.size() - 1, with(last, foreign));

    assertThat(judge(redis).answers()).isEqualTo(new AnswerCount(6, 6, 1, 0, 1));
  }

  @Test
  void eventThatIsDamaged_isFoundByTheAuditAlone() {
    AuditRecord released = history.events.get(2);
    String damaged = new String(value(released), UTF_8).replace("\"RELEASED\"", "\"FORCED\"");
    assertThat(damaged).contains("FORCED");
    history.events.set(2, with(released, damaged));

    Judgement judgement = judge(redis);

    assertThat(judgement.answers().isComplete()).isTrue();
    assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
    assertThat(judgement.isClean()).isFalse();
  }

  @Test
  void lockThatRedisHasLost_isAFailure() {
    PartitionState poorer =
        new PartitionState(
            redis.header(), List.of(), redis.waiting(), redis.ended(), redis.windows());

    Judgement judgement = judge(poorer);

    assertThat(judgement.isAuditClean()).isTrue();
    assertThat(judgement.isClean()).isFalse();
    assertThat(JudgementText.lines(judgement))
        .anyMatch(
            line ->
                line.startsWith(
                        "state: partition=0 offset=7, held: 1 that the history tells of are not in"
                            + " Redis, 0 are there that it does not tell of, such as"
                            + " HeldLock[account=acme")
                    && line.endsWith(": FAILED"));
  }

  @Test
  void stateAtAnEarlierMoment_isComparedWithTheHistoryOfThatMoment() {
    RecordedHistory later = new RecordedHistory();
    later.commands.remove(later.commands.size() - 1);

    assertThat(judge(later.state()).isClean()).isTrue();
  }

  private Judgement judge(PartitionState look) {
    return Judgement.of(history, List.of(List.of(look)));
  }

  private static AuditRecord with(AuditRecord record, String value) {
    return new AuditRecord(
        record.offset(),
        record.appendedAt(),
        record.leaderEpoch(),
        record.key(),
        value.getBytes(UTF_8),
        record.headers());
  }

  private static byte[] value(AuditRecord record) {
    return Objects.requireNonNull(record.value());
  }
}
