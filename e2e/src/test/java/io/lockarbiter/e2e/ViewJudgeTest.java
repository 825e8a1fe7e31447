package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.e2e.LockView.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The judgement over clients behind gateways that are killed finds each kind of violation. */
class ViewJudgeTest {
  private static final long LEASE_MS = 6_000;

  private final List<Event> events = new ArrayList<>();
  private final List<LockView> views = new ArrayList<>();

  /** A lock that is granted and ends at these times, of a client that acts until then. */
  private void lock(String id, Operation operation, String path, long from, long until) {
    LockFields lock = fields(id, operation, path);
    events.add(granted(lock, from));
    events.add(released(lock, until));
    views.add(view(id, operation, path, from, until, List.of(new Told("granted", from, from))));
  }

  private static LockFields fields(String id, Operation operation, String path) {
    return new LockFields(
        id,
        new Owner("u", id),
        operation,
        LockPath.of(path),
        null,
        operation.targets(LockPath.of(path), null),
        LEASE_MS,
        0,
        List.of(),
        new TreeMap<>());
  }

  private static EventHead head(LockFields lock, long at) {
    return new EventHead(at, at, "acme", lock.lockId(), new Cause(0, at));
  }

  private static Event granted(LockFields lock, long at) {
    return new Granted(head(lock, at), lock, at, at + LEASE_MS, 0, /* repeated= */ false);
  }

  private static Event released(LockFields lock, long at) {
    return new Released(
        head(lock, at),
        lock,
        ReleaseReason.EXPIRED,
        1L,
        1L,
        null,
        null,
        WorkOutcome.DONE,
        /* repeated= */ false);
  }

  private static LockView view(
      String id, Operation operation, String path, long from, long until, List<Told> told) {
    return new LockView(
        id,
        "acme",
        operation.targets(LockPath.of(path), null),
        from,
        until,
        from,
        /* mayWaitMs= */ 0,
        LEASE_MS,
        told,
        /* session= */ null);
  }

  private List<String> found() {
    return ViewJudge.of(views, events).found();
  }

  @Test
  void locksOneAfterTheOther_andThoseThatAgree_areRight() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    lock("u2-1", Operation.UPLOAD, "/a/x", 5_000, 9_000);
    lock("u3-1", Operation.UPLOAD, "/a/y", 2_000, 8_000);

    assertThat(found()).isEmpty();
  }

  @Test
  void clientsThatActAtOnce_areFound() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    lock("u2-1", Operation.DELETE, "/a", 4_990, 9_000);

    assertThat(found())
        .singleElement()
        .asString()
        .contains("u1-1 and u2-1: two clients acted at once", "for 10.0 ms");
  }

  @Test
  void clientThatActsAfterTheEnd_isFound() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    views.set(0, view("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_100, List.of()));

    assertThat(found()).containsExactly("u1-1: its client acted until 100 ms after the lock's end");
  }

  @Test
  void secondGrant_isFound_underTheKeyOrAnother() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    LockFields second = fields("u1-1.2", Operation.UPLOAD, "/a/x");
    events.add(granted(second, 3_000));
    events.add(released(second, 5_000));

    assertThat(found()).containsExactly("u1-1: 2 grants for one request");
  }

  @Test
  void lockThatOutlivesItsClient_isFound() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    events.set(1, released(fields("u1-1", Operation.UPLOAD, "/a/x"), 9_100));

    assertThat(found())
        .containsExactly("u1-1: outlived its client's last word by 2100 ms more than its lease");
  }

  @Test
  void lockWithoutEnd_isFound() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    events.remove(1);

    assertThat(found()).contains("u1-1: has not ended");
  }

  @Test
  void answerThatIsNotInTheLog_isFound() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    views.add(view("u2-1", Operation.UPLOAD, "/a/y", 0, 0, List.of(new Told("queued", 1_000, -1))));
    views.set(
        0,
        view("u1-1", Operation.UPLOAD, "/a/x", 0, 0, List.of(new Told("granted", 1_001, 1_000))));

    assertThat(found())
        .hasSize(2)
        .anyMatch(violation -> violation.startsWith("u2-1: was answered"))
        .anyMatch(violation -> violation.startsWith("u1-1: was answered"));
  }

  @Test
  void lockThatNobodyAskedFor_isFound() {
    lock("u1-1", Operation.UPLOAD, "/a/x", 1_000, 5_000);
    views.clear();

    assertThat(found()).containsExactly("u1-1: nobody has asked for it");
  }
}
