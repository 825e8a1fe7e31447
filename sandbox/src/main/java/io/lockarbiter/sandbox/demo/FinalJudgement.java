package io.lockarbiter.sandbox.demo;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.sandbox.embedded.Infrastructure;
import io.lockarbiter.sandbox.judge.AnswerCount;
import io.lockarbiter.sandbox.judge.GroupLag;
import io.lockarbiter.sandbox.judge.Judgement;
import io.lockarbiter.sandbox.judge.RedisStates;
import io.lockarbiter.sandbox.judge.StateComparison;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** What topics and Redis say when everybody has gone home. */
record FinalJudgement(boolean isClean, String text) {
  private static final String GROUP = "lockarbiter";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LOOK_MS = 100;

  /** Waits until all is decided, and reads all of it. */
  static FinalJudgement of(Infrastructure infrastructure) throws InterruptedException {
    String kafka = infrastructure.bootstrapServers();
    if (!isDecided(kafka)) {
      return new FinalJudgement(
          false, "FAILED: not everything was decided %d s later.".formatted(PATIENCE.toSeconds()));
    }
    try (HistorySource source = new KafkaHistorySource(Map.of("bootstrap.servers", kafka), "")) {
      int partitions = source.partitions().size();
      Judgement judgement =
          Judgement.of(
              source, List.of(RedisStates.read(infrastructure.redisAddress(), partitions)));
      return new FinalJudgement(judgement.isClean(), text(judgement));
    }
  }

  private static boolean isDecided(String kafka) throws InterruptedException {
    long since = System.nanoTime();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
      while (!GroupLag.isAtMost(admin, GROUP, "lock.commands", 0)) {
        if (System.nanoTime() - since > PATIENCE.toNanos()) {
          return false;
        }
        Thread.sleep(LOOK_MS);
      }
    }
    return true;
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
