package io.lockarbiter.service.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Words that only a newer arbiter knows are shown as it wrote them. */
class NewerWordsTest {
  private static final Owner OWNER = new Owner("u1", null);
  private static final LockPath PATH = LockPath.of("/d");

  @Test
  void fieldsOfALock_showItsOwnWordsAndTheLockReplaced() {
    LockFields fields =
        new LockFields(
            "l",
            OWNER,
            Operation.UNKNOWN,
            "ARCHIVE",
            PATH,
            null,
            List.of(new Target(PATH, Mode.UNKNOWN, "FREEZE")),
            60_000,
            0,
            0,
            List.of(),
            new LockRef("k", new Owner("u0", "s")),
            /* existing= */ null,
            new TreeMap<>());

    FieldsView view = FieldsView.of(fields);

    assertThat(view.operation()).isEqualTo("ARCHIVE");
    assertThat(view.targets()).containsExactly(new TargetView("/d", "FREEZE"));
    assertThat(view.replaces()).isEqualTo(new ReplacedView("k", "u0", "s"));
  }

  @Test
  void fieldsOfALock_sayWhereNamesAreComparedWithoutCase() {
    LockPath plan = LockPath.of("/Plan");

    assertThat(FieldsView.of(upload(plan)).namesWithoutCase()).isNull();
    FieldsView view = FieldsView.of(upload(plan.withoutCase()));
    assertThat(view.namesWithoutCase()).isTrue();
    assertThat(view.path()).isEqualTo("/Plan");
  }

  private static LockFields upload(LockPath path) {
    return new LockFields(
        "l",
        OWNER,
        Operation.UPLOAD,
        path,
        null,
        Operation.UPLOAD.targets(path, null),
        60_000,
        0,
        List.of(),
        new TreeMap<>());
  }

  @Test
  void blocker_showsItsOwnWords() {
    Blocker blocker =
        new Blocker(
            "l",
            OWNER,
            Operation.UNKNOWN,
            "ARCHIVE",
            PATH,
            false,
            Mode.UNKNOWN,
            "FREEZE",
            null,
            Relation.UNKNOWN,
            "BESIDE",
            true,
            "a note");

    assertThat(BlockerView.of(List.of(blocker)))
        .containsExactly(
            new BlockerView(
                "l", "u1", null, "ARCHIVE", "/d", null, "FREEZE", null, "BESIDE", true, "a note"));
  }
}
