package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification;
import io.lockarbiter.audit.verify.Verification.Check;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Audits the topics of a deployment. */
final class CleanHistory {
  private CleanHistory() {}

  /** Checks that every decision follows the rules, and that none is missing. */
  static List<PartitionVerdict> check(Deployment deployment) {
    return check(deployment.brokers(), deployment.prefix());
  }

  static List<PartitionVerdict> check(String brokers, String prefix) {
    List<PartitionVerdict> verdicts = new ArrayList<>();
    try (HistorySource source =
        new KafkaHistorySource(Map.of("bootstrap.servers", brokers), prefix)) {
      for (int partition : source.partitions()) {
        try (PartitionHistory history = source.open(partition)) {
          verdicts.add(Verification.of(history, Scope.ALL, EnumSet.allOf(Check.class), step -> {}));
        }
      }
    }
    assertThat(verdicts).allSatisfy(verdict -> assertThat(verdict.violations()).isEmpty());
    assertThat(Verdict.of(verdicts)).as("%s", verdicts).isEqualTo(Verdict.CLEAN);
    assertThat(verdicts).extracting(PartitionVerdict::pending).containsOnly(0L);
    return verdicts;
  }
}
