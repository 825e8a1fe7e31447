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

  /** A download may go on below a check-out, so it does not protect what is added there. */
  @Test
  void lockInReadMode_doesNotCoverWhatIsAdded() {
    FencingAction all = FencingAction.of("acme", 5, Mode.READ, "/d");

    assertThatThrownBy(() -> all.on(Mode.ADD, "/d/x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ADD of path=/d/x is not covered by token=5, which has READ /d. ");
  }

  @Test
  void checkOut_neverActs() {
    String refusal = "is that of a check-out (GUARD /d), which protects and never acts. ";

    assertThatThrownBy(() -> FencingAction.of("acme", 5, Mode.GUARD, "/d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("token=5 " + refusal);
    FencingAction moves = FencingAction.of("acme", 6, Mode.EXCLUSIVE, "/d");
    assertThatThrownBy(() -> moves.on(Mode.GUARD, "/d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("token=6 " + refusal);
  }

  @Test
  void freeze_neverActs() {
    assertThatThrownBy(() -> FencingAction.of("acme", 5, Mode.FREEZE, "/d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "token=5 is that of a freeze (FREEZE /d), which protects and never acts. ");
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
