package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.judge.AnswerCount;
import io.lockarbiter.embedded.judge.FinalJudgement;
import io.lockarbiter.embedded.judge.Judgement;
import io.lockarbiter.embedded.judge.StateComparison;
import io.lockarbiter.embedded.server.Infrastructure;
import java.time.Duration;

/** The verdict on topics and Redis after all work has ended. */
record LossesVerdict(boolean isClean, String text) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Waits until everything is decided, and reads all of it. */
  static LossesVerdict of(Infrastructure infrastructure) throws InterruptedException {
    Judgement judgement =
        FinalJudgement.await(
            infrastructure.bootstrapServers(), infrastructure.redisAddress(), PATIENCE);
    return judgement == null
        ? new LossesVerdict(
            false,
            "FAILED: %d s later not everything is decided, or Redis has not all of it."
                .formatted(PATIENCE.toSeconds()))
        : new LossesVerdict(judgement.isClean(), text(judgement));
  }

  private static String text(Judgement judgement) {
    AnswerCount answers = judgement.answers();
    StateComparison differs = judgement.firstDifference();
    return "%sTopics and Redis: %,d commands, %,d unanswered, %,d answered twice; %s; Redis %s."
        .formatted(
            judgement.isClean() ? "" : "FAILED: ",
            answers.commands(),
            answers.missing(),
            answers.repeated(),
            judgement.isAuditClean()
                ? "all decided by the rules"
                : "the audit says " + judgement.verdict(),
            differs == null
                ? "holds what the events say"
                : "differs in partition %d: %s"
                    .formatted(differs.partition(), differs.differences().get(0)));
  }
}
