package io.lockarbiter.e2e;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Nothing runs on the common pool. It has one thread on a machine with two cores, and whatever
 * blocks there, the application or a test, keeps everything else from running. JDK 25 takes it
 * where earlier ones started a thread for each task.
 */
class CommonPoolTest {
  @Test
  void task_runsOnAnExecutorThatTheCallerNames() throws IOException {
    JavaClasses everything = new ClassFileImporter().importPaths(outputFolders());
    assertThat(everything.contain("io.lockarbiter.tus.ArbiterUploadLock")).isTrue();
    assertThat(everything.contain("io.lockarbiter.tus.AskedOutTest")).isTrue();

    noClasses()
        .should()
        .callMethodWhere(describe("no executor is named", CommonPoolTest::takesTheCommonPool))
        .check(everything);
  }

  /** Those of all modules that are built, of the examples too. */
  private static List<Path> outputFolders() throws IOException {
    List<Path> modules = new ArrayList<>();
    for (Path parent : List.of(Path.of(".."), Path.of("..", "examples"))) {
      try (Stream<Path> folders = Files.list(parent)) {
        folders.forEach(modules::add);
      }
    }
    return modules.stream()
        .map(module -> module.resolve("target"))
        .flatMap(target -> Stream.of(target.resolve("classes"), target.resolve("test-classes")))
        .filter(Files::isDirectory)
        .toList();
  }

  private static boolean takesTheCommonPool(JavaCall<?> call) {
    String method = call.getTarget().getName();
    return call.getTargetOwner().isAssignableTo(CompletionStage.class)
        && (method.endsWith("Async") || method.equals("delayedExecutor"))
        && call.getTarget().getRawParameterTypes().stream()
            .noneMatch(type -> type.isEquivalentTo(Executor.class));
  }
}
