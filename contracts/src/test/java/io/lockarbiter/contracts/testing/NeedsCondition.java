package io.lockarbiter.contracts.testing;

import static org.junit.platform.commons.support.AnnotationSupport.findAnnotation;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Decides about {@link Needs}. */
final class NeedsCondition implements ExecutionCondition {
  private static final String PROPERTY = "lockarbiter.optional";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return findAnnotation(context.getElement(), Needs.class)
        .map(needs -> decide(name(context), needs.value()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("nothing is needed"));
  }

  private static String name(ExtensionContext context) {
    return context.getRequiredTestClass().getSimpleName()
        + context.getTestMethod().map(method -> "." + method.getName()).orElse("");
  }

  private static ConditionEvaluationResult decide(String test, OptionalTool tool) {
    String missing = tool.missing();
    if (missing == null) {
      return ConditionEvaluationResult.enabled(tool + " is there");
    }
    String why = missing + ". " + tool.fix();
    if ("required".equals(System.getProperty(PROPERTY))) {
      throw new IllegalStateException(PROPERTY + "=required, but " + why);
    }
    System.out.println("left out: " + test + ": " + why);
    return ConditionEvaluationResult.disabled(why);
  }
}
