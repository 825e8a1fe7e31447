package io.lockarbiter.cli.audit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Decides about {@link NeedsBrowser}. */
final class BrowserCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if ("required".equals(System.getProperty("lockarbiter.containers"))) {
      return ConditionEvaluationResult.enabled("a browser is required");
    }
    return Browser.isThere()
        ? ConditionEvaluationResult.enabled("Chromium is there")
        : ConditionEvaluationResult.disabled(
            "no chromium and chromedriver on the PATH. Fix: apt-get install chromium chromium-driver");
  }
}
