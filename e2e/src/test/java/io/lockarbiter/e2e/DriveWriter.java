package io.lockarbiter.e2e;

import io.lockarbiter.e2e.DriveCalls.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A WebDAV client that appends lines to files: locks one, reads it, writes it, unlocks it. */
final class DriveWriter implements DriveWork {
  private static final long LOCK_MS = 60_000;
  private static final long LONGEST_MS = 30_000;
  private static final long RETRY_MS = 300;
  private static final int NONE = 404;

  private final String user;
  private final DriveCalls calls;
  private final DriveFolders folders;
  private final DriveLedger ledger;
  private final RunTally tally;
  private int serial;

  DriveWriter(
      String user, DriveCalls calls, DriveFolders folders, DriveLedger ledger, RunTally tally) {
    this.user = user;
    this.calls = calls;
    this.folders = folders;
    this.ledger = ledger;
    this.tally = tally;
  }

  @Override
  public void once(Random random) throws InterruptedException {
    look(DriveWork.file(folders, random));
    String path = DriveWork.file(folders, random);
    Answer locked =
        calls.webdav(
            user, "LOCK", path, WebdavClient.EXCLUSIVE, "Timeout", "Second-" + LOCK_MS / 1_000);
    if (!locked.isDone()) {
      calls.expect("LOCK", path, user, locked, 423, 409, NONE);
      return;
    }
    String header = locked.header("Lock-Token");
    String token = header.substring(1, header.length() - 1);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MS);
    boolean goesOn = true;
    for (int n = random.nextInt(3); n >= 0 && goesOn; n--) {
      goesOn = append(path, token, until, random);
    }
    if (random.nextInt(5) == 0) {
      intrude("intruder", path, token);
    }
    if (isUnlocked(path, token, until) && random.nextInt(5) == 0) {
      intrude(user, path, token);
    }
  }

  /** Reads without a lock: the file may be any, but whole. */
  private void look(String path) throws InterruptedException {
    Answer read = calls.webdav(user, "GET", path, "");
    if (read.status() == 200) {
      lines(path, read);
    } else {
      calls.expect("GET", path, user, read, NONE);
    }
  }

  private @Nullable List<String> lines(String path, Answer read) {
    try {
      return LinedFile.lines(read.body());
    } catch (IllegalArgumentException e) {
      tally.wrong(path + ": " + e.getMessage());
      return null;
    }
  }

  /** Says whether the lock can be used further. */
  private boolean append(String path, String token, long until, Random random)
      throws InterruptedException {
    String line = tag(token) + " " + user + " " + ++serial;
    boolean isLost = false;
    while (System.nanoTime() - until < 0) {
      Set<String> due = ledger.acknowledged(path);
      Answer read = calls.webdav(user, "GET", path, "");
      List<String> lines = read.status() == 200 ? lines(path, read) : null;
      if (lines == null) {
        calls.expect("GET under a lock", path, user, read, 200);
      } else {
        ledger.read(path, due, lines);
        if (lines.contains(line)) {
          ledger.acknowledge(path, line, System.nanoTime());
          tally.count("lines found after a lost answer");
          return true;
        }
        long asked = System.nanoTime();
        Answer put = put(path, lines, line, token, read.header("ETag"), random);
        if (put.isDone()) {
          calls.expect("PUT under a lock", path, user, put, 204);
          ledger.acknowledge(path, line, asked);
          return true;
        }
        // An earlier request may come late and change the file, as long as it had no answer.
        if (put.status() != 412 || !isLost) {
          calls.expect("PUT under a lock", path, user, put);
        }
        isLost = true;
      }
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
    tally.count("gave up");
    return false;
  }

  private Answer put(
      String path, List<String> lines, String line, String token, String etag, Random random)
      throws InterruptedException {
    List<String> all = new ArrayList<>(lines);
    all.add(line);
    return calls.put(
        user,
        path,
        LinedFile.of(all),
        random.nextBoolean(),
        "If",
        "(<" + token + "> [" + etag + "])");
  }

  /** Writes by a token of somebody else's lock, or of one that has ended. */
  private void intrude(String who, String path, String token) throws InterruptedException {
    String line = "intruder " + user + " " + ++serial;
    Answer put =
        calls.put(who, path, LinedFile.of(List.of(line)), false, "If", "(<" + token + ">)");
    if (put.isDone()) {
      tally.wrong("PUT to " + path + " by " + who + " under a lock that he has not: done");
    }
    calls.expect(
        "PUT of an intruder",
        path,
        user,
        put,
        423,
        412,
        409,
        NONE,
        put.isDone() ? put.status() : 0);
    tally.count("intrusions");
    ledger.refuse(path, line);
  }

  private boolean isUnlocked(String path, String token, long from) throws InterruptedException {
    boolean isLost = false;
    long until = from + TimeUnit.MILLISECONDS.toNanos(LONGEST_MS / 2);
    while (System.nanoTime() - until < 0) {
      Answer answer = calls.webdav(user, "UNLOCK", path, "", "Lock-Token", "<" + token + ">");
      if (answer.status() == 204) {
        ledger.unlock(tag(token));
        return true;
      }
      if (answer.status() == 409 && isLost) {
        return true;
      }
      calls.expect("UNLOCK", path, user, answer);
      isLost = true;
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
    tally.count("left to expire");
    return false;
  }

  private static String tag(String token) {
    return token.substring(token.lastIndexOf(':') + 1);
  }
}
