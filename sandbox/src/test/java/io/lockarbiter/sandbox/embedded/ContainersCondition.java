package io.lockarbiter.sandbox.embedded;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** Decides about {@link NeedsContainers}. */
final class ContainersCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if ("required".equals(System.getProperty("lockarbiter.containers"))) {
      return ConditionEvaluationResult.enabled("containers are required");
    }
    try {
      return DockerClientFactory.instance().isDockerAvailable()
          ? ConditionEvaluationResult.enabled("a Docker engine answers")
          : ConditionEvaluationResult.disabled("no Docker engine answers");
    } catch (RuntimeException e) {
      return ConditionEvaluationResult.disabled("the Docker engine starts no container: " + e);
    }
  }
}
