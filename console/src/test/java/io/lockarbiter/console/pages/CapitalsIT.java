package io.lockarbiter.console.pages;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An account whose names are compared without case: the tree has them in the form in which they are
 * compared, and locks as they were sent.
 */
class CapitalsIT extends ConsolePage {
  @BeforeEach
  void lockWithCapitals() {
    LockPath plan = LockPath.of("/Projects/Plan.docx").withoutCase();
    arbiter.decide(
        new Acquire(
            account,
            null,
            new LockFields(
                id("plan"),
                new Owner("zoe", null),
                Operation.UPLOAD,
                plan,
                null,
                Operation.UPLOAD.targets(plan, null),
                60_000,
                0,
                List.of(),
                new TreeMap<>())));
    arbiter.publish();
  }

  @Test
  void lockThatWasChosen_isOpenedInTheTree() {
    show("tree", "lock=" + id("plan"));
    shows("#details", "zoe", "/Projects/Plan.docx");
    shows("#tree .row.chosen", "held", "PUT", "zoe", "UPLOAD");
  }

  @Test
  void folderOfTheAddress_isOpenedInWhateverCase() {
    show("tree", "path=/PROJECTS/plan.DOCX");
    shows("#tree", "plan.docx", "zoe");
  }
}
