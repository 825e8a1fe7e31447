package io.lockarbiter.e2e;

import io.lockarbiter.e2e.DriveCalls.Answer;
import io.lockarbiter.webdav.WopiCases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * An office server in which three users edit a file together: under one lock, in the name of each.
 * After a request to write that had no answer it goes on under another lock id, because that
 * request may come late. It gives no lock up that it may have.
 */
final class DriveEditors implements DriveWork {
  private static final int USERS = 3;
  private static final long LONGEST_MS = 40_000;
  private static final long RETRY_MS = 300;

  /** A request without answer comes within this time or never. */
  private static final Duration LATEST = Duration.ofSeconds(30);

  private static final int MOST_ID_CHARS = 1_024;

  private final String name;
  private final DriveCalls calls;
  private final DriveFolders folders;
  private final DriveLedger ledger;
  private final RunTally tally;
  private final Map<String, Doubt> doubtful = new HashMap<>();
  private int serial;

  DriveEditors(
      String name, DriveCalls calls, DriveFolders folders, DriveLedger ledger, RunTally tally) {
    this.name = name;
    this.calls = calls;
    this.folders = folders;
    this.ledger = ledger;
    this.tally = tally;
  }

  /** A request for a lock of this file had no answer at that moment. */
  private record Doubt(String path, long since) {}

  /** The first word of the lines that were written under a lock id. */
  static String tag(String lockId) {
    int end = lockId.indexOf('~');
    return end < 0 ? lockId : lockId.substring(0, end);
  }

  @Override
  public void once(Random random) throws InterruptedException {
    giveUpDoubtful();
    String path = DriveWork.file(folders, random);
    String id = nextId(random);
    if (!isLocked(path, id)) {
      return;
    }
    tally.count("sessions");
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MS);
    for (int n = 2 + random.nextInt(3); n > 0 && System.nanoTime() - until < 0; n--) {
      id = append(path, id, until, random);
      TimeUnit.MILLISECONDS.sleep(random.nextInt(500));
    }
    intrude(path, "stranger-" + id);
    Answer refreshed = ask("REFRESH_LOCK", path, id, "");
    calls.expect("REFRESH_LOCK", path, name, refreshed, 200);
    unlock(path, id);
  }

  private String nextId(Random random) {
    String id = name + "-" + ++serial;
    return random.nextInt(3) > 0 ? id : id + "~" + "x".repeat(MOST_ID_CHARS - id.length() - 1);
  }

  /** Asks until an answer tells. */
  private boolean isLocked(String path, String id) throws InterruptedException {
    while (true) {
      Answer answer = ask("LOCK", path, id, "");
      if (answer.isLost()) {
        doubtful.put(id, new Doubt(path, System.nanoTime()));
      } else {
        calls.expect("LOCK", path, name, answer, 200, 409, 404);
        return answer.status() == 200;
      }
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  /** A request for a lock that had no answer may come late, and the lock would stay. */
  void giveUpDoubtful() throws InterruptedException {
    for (Map.Entry<String, Doubt> each : Map.copyOf(doubtful).entrySet()) {
      String path = each.getValue().path();
      Answer answer = ask("UNLOCK", path, each.getKey(), "");
      if (!answer.isLost()) {
        calls.expect("UNLOCK of a doubtful lock", path, name, answer, 200, 409, 404);
        if (System.nanoTime() - each.getValue().since() > LATEST.toNanos()) {
          doubtful.remove(each.getKey());
        }
      }
    }
  }

  /** Adds a line; returns the lock id that is valid then. */
  private String append(String path, String first, long until, Random random)
      throws InterruptedException {
    String id = first;
    String user = name + "-" + random.nextInt(USERS);
    String line = tag(id) + " " + user + " " + ++serial;
    boolean isLost = false;
    while (System.nanoTime() - until < 0) {
      Set<String> due = ledger.acknowledged(path);
      Answer read = calls.wopi("GetFile", WopiCases.address(user, path, true), "", false);
      if (read.status() != 200) {
        calls.expect("GetFile", path, name, read, 200);
      } else {
        List<String> lines = LinedFile.lines(read.body());
        ledger.read(path, due, lines);
        if (lines.contains(line)) {
          ledger.acknowledge(path, line, System.nanoTime());
          tally.count("lines found after a lost answer");
          return id;
        }
        List<String> all = new ArrayList<>(lines);
        all.add(line);
        long asked = System.nanoTime();
        Answer put = put(path, user, id, LinedFile.of(all), random.nextBoolean());
        if (put.status() == 200) {
          ledger.acknowledge(path, line, asked);
          return id;
        }
        if (!put.isLost() && !isLost) {
          tally.wrong("PutFile of %s by %s: %d".formatted(path, user, put.status()));
        }
        isLost = true;
        id = relocked(path, id, random);
      }
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
    tally.count("editors gave up");
    return id;
  }

  /** Saves under another id than that of the lock. */
  private void intrude(String path, String id) throws InterruptedException {
    String line = "intruder " + name + " " + ++serial;
    String cut = id.substring(0, Math.min(id.length(), MOST_ID_CHARS));
    Answer put = put(path, name + "-0", cut, LinedFile.of(List.of(line)), false);
    calls.expect("PutFile of an intruder", path, name, put, 409);
    tally.count("intrusions by offices");
    ledger.refuse(path, line);
  }

  private Answer put(String path, String user, String id, String body, boolean slowly)
      throws InterruptedException {
    return calls.wopi(
        "PutFile",
        WopiCases.address(user, path, true),
        body,
        slowly,
        "X-WOPI-Override",
        "PUT",
        "X-WOPI-Lock",
        id);
  }

  /** Unlocks and relocks in one step, until an answer tells; returns the new lock id. */
  private String relocked(String path, String old, Random random) throws InterruptedException {
    String next = nextId(random);
    boolean isLost = false;
    while (true) {
      Answer answer = ask("LOCK", path, next, old);
      if (answer.status() == 200
          || isLost && answer.status() == 409 && answer.header("X-WOPI-Lock").equals(next)) {
        tally.count("relocked");
        return next;
      }
      // The request without answer may still be at work under the old id.
      if (answer.status() != 409 || !answer.header("X-WOPI-Lock").equals(old)) {
        calls.expect("UnlockAndRelock", path, name, answer);
      }
      isLost |= answer.isLost();
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  private void unlock(String path, String id) throws InterruptedException {
    boolean isLost = false;
    while (true) {
      Answer answer = ask("UNLOCK", path, id, "");
      if (!answer.isLost()) {
        calls.expect("UNLOCK", path, name, answer, 200, isLost ? 409 : 200);
        if (answer.status() == 200) {
          ledger.unlock(tag(id));
        }
        return;
      }
      isLost = true;
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  private Answer ask(String what, String path, String id, String old) throws InterruptedException {
    List<String> headers = new ArrayList<>(List.of("X-WOPI-Override", what, "X-WOPI-Lock", id));
    if (!old.isEmpty()) {
      headers.addAll(List.of("X-WOPI-OldLock", old));
    }
    return calls.wopi(
        old.isEmpty() ? what : "RELOCK",
        WopiCases.address(name + "-0", path, false),
        "",
        false,
        headers.toArray(String[]::new));
  }
}
