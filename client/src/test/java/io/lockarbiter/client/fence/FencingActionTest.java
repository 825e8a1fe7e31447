package io.lockarbiter.client.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FencingActionTest {
  @ParameterizedTest
  @CsvSource({
    "PUT, /d, PUT, /d",
    "PUT, /d, PUT, /d/x/y",
    "PUT, /d, ADD, /d/x",
    "PUT, /d, READ, /d",
    "ADD, /d, READ, /d/x",
    "DELETE, /d, DELETE, /d/x",
    "EXCLUSIVE, /d, DELETE, /d/x",
    "EXCLUSIVE, /, PUT, /d",
  })
  void whatTheLockCovers_canBeDoneAlone(Mode lock, String at, Mode mode, String path) {
    FencingAction all = FencingAction.of("acme", 5, lock, at).run(7).asLast();

    FencingAction one = all.on(mode, path);

    assertThat(one.targets()).containsExactly(new Target(LockPath.of(path), mode));
    assertThat(one).isEqualTo(FencingAction.of("acme", 5, mode, path).run(7).asLast());
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /d, PUT, /e",
    "PUT, /d/x, PUT, /d",
    "PUT, /d, PUT, /dx",
    "PUT, /d, DELETE, /d/x",
    "ADD, /d, PUT, /d/x",
    "DELETE, /d, PUT, /d/x",
    "DELETE, /d, EXCLUSIVE, /d",
  })
  void whatTheLockDoesNotCover_isNotDoneUnderIt(Mode lock, String at, Mode mode, String path) {
    FencingAction all = FencingAction.of("acme", 5, lock, at);

    assertThatThrownBy(() -> all.on(mode, path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "%s of path=%s is not covered by token=5, which has %s %s. ", mode, path, lock, at);
  }

  /**
   * This version does not know which modes the lock excludes, so single paths are not safe under
   * it.
   */
  @Test
  void lockInAModeOfNewerArbiters_coversNoPathAlone() {
    List<Target> targets = List.of(new Target(LockPath.of("/d"), Mode.UNKNOWN, "SHARE"));
    FencingAction all = FencingAction.of("acme", 5, targets);

    assertThatThrownBy(() -> all.on(Mode.READ, "/d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not covered by token=5, which has SHARE /d. ");
  }

  @ParameterizedTest
  @CsvSource({"READ, /from/x", "PUT, /to/x"})
  void oneOfSeveralTargets_isEnough(Mode mode, String path) {
    List<Target> copy =
        List.of(
            new Target(LockPath.of("/from"), Mode.READ), new Target(LockPath.of("/to"), Mode.PUT));

    assertThat(FencingAction.of("acme", 5, copy).on(mode, path).targets()).hasSize(1);
  }
}
