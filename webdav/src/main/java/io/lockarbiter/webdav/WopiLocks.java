package io.lockarbiter.webdav;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.Owner;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The locks of office suites. A lock belongs to its id, whichever user sends it: several edit one
 * file together under one id. It is a check-out of who made it, in a session of its own, with the
 * id as an attribute. So every server knows it, and a repeated request finds what the first one has
 * made.
 */
final class WopiLocks {
  private static final Duration KEEP = Duration.ofMinutes(30);

  /** Locks may end between a look and the request that follows it. */
  private static final int LOOKS = 4;

  private static final int LOCKED = 423;
  private static final int FORBIDDEN = 403;

  private final LockDesk desk;
  private final LockView view;

  WopiLocks(LockDesk desk, LockView view) {
    this.desk = desk;
    this.view = view;
  }

  /** The locks at a file, with all that was decided before this call. */
  WopiState state(WopiFile file) throws IOException {
    return WopiState.of(file.place(), view.now(file.place().account()));
  }

  /**
   * Locks a file, or keeps its lock for another 30 minutes if it has this id.
   *
   * @return true if it was locked now
   */
  boolean lock(WopiFile file, String id)
      throws IOException, RefusedException, WopiMismatchException {
    for (int look = 0; look < LOOKS; look++) {
      WopiState state = state(file);
      DavLock held = state.lock();
      if (held == null) {
        if (isGranted(file, id)) {
          return true;
        }
      } else if (!state.has(id)) {
        throw state.mismatch("the file is locked under another id");
      } else if (desk.extend(held)) {
        return false;
      }
    }
    throw restless();
  }

  /** False if an office suite has locked the file meanwhile. */
  private boolean isGranted(WopiFile file, String id)
      throws IOException, RefusedException, WopiMismatchException {
    try {
      var unused = desk.checkOut(request(file, id), KEEP, note(file));
      return true;
    } catch (RefusedException e) {
      if (state(file).lock() != null) {
        return false;
      }
      throw inWay(e, file, null);
    }
  }

  private static LockRequest request(WopiFile file, String id) {
    WebdavPlace place = file.place();
    return LockRequest.checkOut(place.account(), place.subAccount(), place.path())
        .attribute(DavLock.WOPI, id)
        .owner(new Owner(place.subAccount(), "wopi:" + UUID.randomUUID()));
  }

  private static String note(WopiFile file) {
    return LockDesk.note("Office", file.userName());
  }

  /**
   * A conflict as the office suite is told it; any other refusal as it is.
   *
   * @param known the lock that the sender knows; null = none
   */
  private WopiMismatchException inWay(RefusedException e, WopiFile file, @Nullable DavLock known)
      throws RefusedException, IOException {
    if (e.status() != LOCKED && e.status() != FORBIDDEN) {
      throw e;
    }
    WopiState state = state(file);
    String id = known == null ? null : known.wopiId();
    if (id != null && !state.has(id)) {
      return state.mismatch("the lock of the file has ended meanwhile");
    }
    return new WopiMismatchException(
        state.id(), state.lock() == null || id != null, String.valueOf(e.getMessage()));
  }

  private static IOException restless() {
    return new IOException("the lock of the file has ended each time before it could be renewed");
  }

  /** Gives the lock another id, in one step: nobody gets in between. */
  void relock(WopiFile file, String id, String oldId)
      throws IOException, RefusedException, WopiMismatchException {
    for (int look = 0; look < LOOKS; look++) {
      WopiState state = state(file);
      DavLock held = state.lock();
      if (held == null || !state.has(oldId)) {
        throw state.mismatch("the file is not locked under the old id");
      }
      try {
        LockRequest asked = request(file, id).replacing(held.lockId(), held.owner());
        if (desk.replace(asked, KEEP, note(file))) {
          return;
        }
      } catch (RefusedException e) {
        throw inWay(e, file, held);
      }
    }
    throw restless();
  }

  /** Keeps the lock for another 30 minutes. */
  void refresh(WopiFile file, String id)
      throws IOException, RefusedException, WopiMismatchException {
    for (int look = 0; look < LOOKS; look++) {
      if (desk.extend(named(file, id))) {
        return;
      }
    }
    throw restless();
  }

  /** Ends the lock. */
  void unlock(WopiFile file, String id) throws IOException, WopiMismatchException {
    for (int look = 0; look < LOOKS; look++) {
      if (desk.release(named(file, id))) {
        return;
      }
    }
    throw restless();
  }

  private DavLock named(WopiFile file, String id) throws IOException, WopiMismatchException {
    WopiState state = state(file);
    DavLock held = state.lock();
    if (held == null || !state.has(id)) {
      throw state.mismatch(
          held == null ? "the file is not locked" : "the file is locked under another id");
    }
    return held;
  }

  /** The id of the file's lock; empty if it is not locked. */
  String current(WopiFile file) throws IOException, WopiMismatchException {
    WopiState state = state(file);
    if (state.lock() == null && state.other() != null) {
      throw state.mismatch("the file is locked by " + state.other().member());
    }
    return state.id();
  }

  /**
   * Compares the id that a write names with the file's lock. An empty file without lock may be
   * written by who names none: that is how documents are made.
   *
   * @return the lock under which it writes; null = none is needed
   */
  @Nullable DavLock requireMatch(WopiFile file, @Nullable String id, boolean isEmpty)
      throws IOException, WopiMismatchException {
    WopiState state = state(file);
    if (id != null && state.has(id) || state.lock() == null && state.other() == null && isEmpty) {
      return state.lock();
    }
    throw state.mismatch(
        state.lock() == null
            ? state.other() == null
                ? "the file is not locked, and not empty"
                : "the file is locked by " + state.other().member()
            : "the file is locked under another id");
  }

  /**
   * The short lock of a write, in the session of the lock under which it writes. The arbiter grants
   * it only if that lock is held still. Who waits for the end of that lock is not in its way.
   */
  Lease acquire(WopiFile file, @Nullable DavLock under)
      throws IOException, RefusedException, WopiMismatchException {
    WebdavPlace place = file.place();
    LockRequest asked = LockRequest.upload(place.account(), place.subAccount(), place.path());
    if (under != null) {
      asked =
          asked
              .owner(under.owner())
              .holding(under.lockId())
              .attribute(DavLock.WOPI_MEMBER, place.subAccount());
    }
    try {
      return desk.acquire(asked);
    } catch (RefusedException e) {
      throw inWay(e, file, under);
    }
  }
}
