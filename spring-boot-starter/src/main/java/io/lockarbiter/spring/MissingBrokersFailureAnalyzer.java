package io.lockarbiter.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to set when no property says where Kafka is. */
final class MissingBrokersFailureAnalyzer extends AbstractFailureAnalyzer<MissingBrokersException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, MissingBrokersException cause) {
    return new FailureAnalysis(
        cause.getMessage(),
        "Set lockarbiter.client.kafka.bootstrap.servers=host:9092, or add Spring's Kafka (spring-boot-starter-kafka on Spring Boot 4, spring-kafka on 3.5) and set spring.kafka.bootstrap-servers. For a test without Kafka define a LockClient of FakeArbiter, and a GrantWorkerStarter fakeArbiter::worker.",
        cause);
  }
}
