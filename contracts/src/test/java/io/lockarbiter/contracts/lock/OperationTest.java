package io.lockarbiter.contracts.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationTest {
  private static final LockPath PATH = LockPath.of("/p");
  private static final LockPath DESTINATION = LockPath.of("/d");

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          DOWNLOAD, READ,
          UPLOAD, PUT,
          CREATE_FOLDER, PUT,
          UPLOAD_FOLDER, ADD,
          DELETE, DELETE,
          RENAME, EXCLUSIVE, PUT
          MOVE, EXCLUSIVE, PUT
          COPY, READ, PUT
          CHECK_OUT, GUARD,
          FREEZE, FREEZE,
          CLOSE, CLOSE,
          """)
  void targets_areAsInTheRules(Operation operation, Mode pathMode, @Nullable Mode destinationMode) {
    assertThat(operation.hasExplicitTargets()).isFalse();
    assertThat(operation.hasDestination()).isEqualTo(destinationMode != null);
    if (destinationMode == null) {
      assertThat(operation.targets(PATH, null)).containsExactly(new Target(PATH, pathMode));
    } else {
      assertThat(operation.targets(PATH, DESTINATION))
          .isEqualTo(List.of(new Target(PATH, pathMode), new Target(DESTINATION, destinationMode)));
    }
  }

  @ParameterizedTest
  @CsvSource({"RENAME, true", "MOVE, true", "COPY, false"})
  void destination_isThePathItselfOnlyWhereItIsRenamed(Operation operation, boolean isItself) {
    LockPath below = LockPath.of("/p/d");

    assertThat(operation.problem(PATH, PATH) == null).isEqualTo(isItself);
    assertThat(operation.problem(PATH, DESTINATION)).isNull();
    assertThat(operation.problem(below, PATH)).isNull();
    assertThat(operation.problem(PATH, below)).contains("below path, expected");
    assertThat(operation.problem(LockPath.ROOT, PATH)).contains("below path, expected");
  }

  /** The state in Redis refers to operations by these numbers. */
  @Test
  void numbersInStores_stay() {
    assertThat(Operation.values())
        .startsWith(
            Operation.DOWNLOAD,
            Operation.UPLOAD,
            Operation.CREATE_FOLDER,
            Operation.UPLOAD_FOLDER,
            Operation.DELETE,
            Operation.RENAME,
            Operation.MOVE,
            Operation.COPY,
            Operation.CUSTOM,
            Operation.CHECK_OUT,
            Operation.FREEZE,
            Operation.CLOSE)
        .endsWith(Operation.UNKNOWN);
    assertThat(Mode.values())
        .startsWith(
            Mode.READ, Mode.ADD, Mode.PUT, Mode.DELETE, Mode.EXCLUSIVE, Mode.GUARD, Mode.FREEZE)
        .endsWith(Mode.UNKNOWN);
  }

  @Test
  void custom_namesItsTargetsItself() {
    assertThat(Operation.CUSTOM.hasExplicitTargets()).isTrue();
    assertThat(Operation.CUSTOM.hasDestination()).isFalse();
    assertThatThrownBy(() -> Operation.CUSTOM.targets(PATH, null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("CUSTOM names its targets itself");
  }
}
