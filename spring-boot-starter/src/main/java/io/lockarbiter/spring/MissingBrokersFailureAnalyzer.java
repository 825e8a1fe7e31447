package io.lockarbiter.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to set when no property says where Kafka is. */
final class MissingBrokersFailureAnalyzer extends AbstractFailureAnalyzer<MissingBrokersException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, MissingBrokersException cause) {
    return new FailureAnalysis(
        cause.getMessage(),
        MissingBrokersException.REMEDY
            + " For a test without Kafka define a LockClient of FakeArbiter, and a GrantWorkerStarter fakeArbiter::worker.",
        cause);
  }
}
