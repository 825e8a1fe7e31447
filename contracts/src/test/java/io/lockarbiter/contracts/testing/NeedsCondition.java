package io.lockarbiter.contracts.testing;

import static java.util.stream.Collectors.joining;
import static org.junit.platform.commons.support.AnnotationSupport.findRepeatableAnnotations;
import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;
import static org.junit.platform.commons.support.ReflectionSupport.findMethods;
import static org.junit.platform.commons.support.ReflectionSupport.findNestedClasses;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** Decides whether a test with {@link Needs} runs. */
final class NeedsCondition implements ExecutionCondition {
  private static final String PROPERTY = "lockarbiter.optional";

  private static final Set<OptionalTool> DECLARED = ConcurrentHashMap.newKeySet();

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    List<OptionalTool> needs =
        findRepeatableAnnotations(context.getElement(), Needs.class).stream()
            .map(Needs::value)
            .distinct()
            .toList();
    DECLARED.addAll(needs);
    String missing =
        needs.stream().map(NeedsCondition::missing).filter(Objects::nonNull).collect(joining("; "));
    if (missing.isEmpty()) {
      return ConditionEvaluationResult.enabled("nothing is missing");
    }
    if ("required".equals(System.getProperty(PROPERTY))) {
      throw new IllegalStateException(PROPERTY + "=required, but " + missing);
    }
    System.out.println("left out: " + name(context) + ": " + missing);
    return ConditionEvaluationResult.disabled(missing);
  }

  /** The programs that tests of this process have declared with {@link Needs} so far. */
  static Set<OptionalTool> declared() {
    return DECLARED;
  }

  private static @Nullable String missing(OptionalTool tool) {
    String missing = tool.missing();
    return missing == null ? null : missing + ". " + tool.fix();
  }

  /**
   * The name of the method, or the name of the class and its number of tests; a parameterized test
   * counts as one.
   */
  private static String name(ExtensionContext context) {
    Class<?> type = context.getRequiredTestClass();
    return context
        .getTestMethod()
        .map(method -> type.getSimpleName() + "." + method.getName())
        .orElseGet(() -> "%s (tests: %d)".formatted(type.getSimpleName(), tests(type)));
  }

  private static int tests(Class<?> type) {
    int own =
        findMethods(
                type,
                method -> isAnnotated(method, Testable.class),
                HierarchyTraversalMode.BOTTOM_UP)
            .size();
    return own
        + findNestedClasses(type, nested -> isAnnotated(nested, Nested.class)).stream()
            .mapToInt(NeedsCondition::tests)
            .sum();
  }
}
