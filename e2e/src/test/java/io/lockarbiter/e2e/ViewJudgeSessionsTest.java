package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.e2e.SessionView.Alive;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** {@link ViewJudge} finds each kind of violation of what sessions promise. */
class ViewJudgeSessionsTest {
  private static final long LEASE_MS = 6_000;

  private final List<Event> events = new ArrayList<>();
  private final List<LockView> views = new ArrayList<>();

  /** A keep-alive that is decided and answered at that time. */
  private Alive keepAlive(String session, long at, long beganAt) {
    EventHead head = new EventHead(at, at, "acme", session + at, new Cause(0, at));
    events.add(
        new KeptAlive(
            head,
            new Owner("u", session),
            LEASE_MS,
            beganAt,
            at + LEASE_MS,
            /* cutLeaseMs= */ null));
    return new Alive(at, beganAt, at + LEASE_MS);
  }

  /** A lock that is bound to a session and ends at that time. */
  private void bound(
      String id, String session, Operation operation, String path, long from, long until) {
    LockFields lock = boundFields(id, session, operation, path);
    events.add(new Granted(head(lock, from), lock, from, from + 1, 0, /* repeated= */ false));
    events.add(
        new Released(
            head(lock, until),
            lock,
            ReleaseReason.SESSION_ENDED,
            1L,
            1L,
            null,
            null,
            WorkOutcome.DONE,
            /* repeated= */ false));
  }

  private static LockFields boundFields(
      String id, String session, Operation operation, String path) {
    return new LockFields(
        id,
        new Owner("u", session),
        operation,
        LockPath.of(path),
        null,
        operation.targets(LockPath.of(path), null),
        LockFields.BOUND_LEASE_MS,
        0,
        List.of(),
        new TreeMap<>());
  }

  private void boundView(
      String id, Operation operation, String path, long from, long until, SessionView session) {
    views.add(
        new LockView(
            id,
            "acme",
            operation.targets(LockPath.of(path), null),
            from,
            until,
            /* lastWordMs= */ from,
            /* mayWaitMs= */ 0,
            LEASE_MS,
            List.of(),
            session));
  }

  private static EventHead head(LockFields lock, long at) {
    return new EventHead(at, at, "acme", lock.lockId(), new Cause(0, at));
  }

  private List<String> found() {
    return ViewJudge.of(views, events).found();
  }

  @Test
  void locksOfASession_areRightToItsEnd_alsoThoseThatConflict() {
    List<Alive> told = List.of(keepAlive("s", 1_000, 1_000), keepAlive("s", 3_000, 1_000));
    bound("u1-1", "s", Operation.UPLOAD, "/a/x", 1_500, 9_000);
    bound("u1-2", "s", Operation.DELETE, "/a", 1_600, 9_000);
    SessionView session = new SessionView("s", 3_000, told);
    boundView("u1-1", Operation.UPLOAD, "/a/x", 1_500, 8_990, session);
    boundView("u1-2", Operation.DELETE, "/a", 1_600, 8_990, session);

    assertThat(found()).isEmpty();
  }

  @Test
  void locksOfTwoSessionsThatConflict_areFound() {
    for (String session : List.of("s1", "s2")) {
      Alive told = keepAlive(session, 1_000, 1_000);
      bound("u-" + session, session, Operation.UPLOAD, "/a/x", 1_500, 7_000);
      boundView(
          "u-" + session,
          Operation.UPLOAD,
          "/a/x",
          1_500,
          6_000,
          new SessionView(session, 1_000, List.of(told)));
    }

    assertThat(found()).singleElement().asString().contains("two clients acted at once");
  }

  @Test
  void clientThatTakesANewLifeOfItsSessionForTheOld_isFound() {
    actsOnInANewLife(/* beganAt= */ 8_000);
  }

  @Test
  void clientOfASessionThatGoesOnAfterItsEnd_isFound() {
    actsOnInANewLife(/* beganAt= */ 1_000);
  }

  private void actsOnInANewLife(long beganAt) {
    List<Alive> told = List.of(keepAlive("s", 1_000, 1_000), keepAlive("s", 8_000, beganAt));
    bound("u1-1", "s", Operation.UPLOAD, "/a/x", 1_500, 14_000);
    boundView("u1-1", Operation.UPLOAD, "/a/x", 1_500, 13_500, new SessionView("s", 8_000, told));

    assertThat(found())
        .containsExactly("u1-1: its client acted until 6500 ms after the lock's end");
  }

  @Test
  void clientThatActsAfterItsSessionCouldEnd_isFound_thoughItsLockEndedLater() {
    Alive told = keepAlive("s", 1_000, 1_000);
    bound("u1-1", "s", Operation.UPLOAD, "/a/x", 1_500, 8_000);
    boundView(
        "u1-1", Operation.UPLOAD, "/a/x", 1_500, 7_100, new SessionView("s", 1_000, List.of(told)));

    assertThat(found()).containsExactly("u1-1: its client acted until 100 ms after the lock's end");
  }

  @Test
  void boundLockThatOutlivesTheLastKeepAlive_isFound() {
    Alive told = keepAlive("s", 1_000, 1_000);
    bound("u1-1", "s", Operation.UPLOAD, "/a/x", 5_000, 9_100);
    boundView(
        "u1-1", Operation.UPLOAD, "/a/x", 5_000, 6_000, new SessionView("s", 1_000, List.of(told)));

    assertThat(found())
        .containsExactly(
            "u1-1: outlived its client's last word for its session by 2100 ms more than its lease");
  }

  @Test
  void boundRequestThatWaitsOnAfterItsSession_isFound_butNotOneThatCameAfterIt() {
    SessionView session = new SessionView("s", 1_000, List.of(keepAlive("s", 1_000, 1_000)));
    for (int n = 1; n <= 2; n++) {
      LockFields lock = boundFields("u1-" + n, "s", Operation.UPLOAD, "/a/x");
      events.add(
          Rejected.plain(
              head(lock, 9_500), lock, RejectReason.NO_SESSION, "the session is not alive", null));
    }
    boundView("u1-1", Operation.UPLOAD, "/a/x", 2_000, 2_000, session);
    boundView("u1-2", Operation.UPLOAD, "/a/x", 9_600, 9_600, session);

    assertThat(found())
        .containsExactly(
            "u1-1: outlived its client's last word for its session by 2500 ms more than its lease");
  }

  @Test
  void answerToAKeepAliveThatIsNotInTheLog_isFound() {
    keepAlive("s", 1_000, 1_000);
    bound("u1-1", "s", Operation.UPLOAD, "/a/x", 1_500, 7_000);
    boundView(
        "u1-1",
        Operation.UPLOAD,
        "/a/x",
        1_500,
        6_000,
        new SessionView("s", 1_000, List.of(new Alive(1_001, 1_000, 7_001))));

    assertThat(found()).singleElement().asString().startsWith("u1-1: its session was answered");
  }
}
