package io.lockarbiter.e2e;

import io.lockarbiter.e2e.DriveCalls.Answer;
import io.lockarbiter.e2e.DriveFolders.Folder;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Renames and deletes the folders of its own places, and makes others where it has deleted one. */
final class DriveMover implements DriveWork {
  private static final long RETRY_MS = 400;

  /** A request without answer comes within this time or never: its server sleeps no longer. */
  private static final Duration LATEST = Duration.ofSeconds(15);

  private final String user;
  private final List<Integer> places;
  private final DriveCalls calls;
  private final DriveFolders folders;
  private final RunTally tally;

  DriveMover(
      String user, List<Integer> places, DriveCalls calls, DriveFolders folders, RunTally tally) {
    this.user = user;
    this.places = places;
    this.calls = calls;
    this.folders = folders;
    this.tally = tally;
  }

  @Override
  public void once(Random random) throws InterruptedException {
    Folder folder = folders.at(places.get(random.nextInt(places.size())));
    if (random.nextBoolean()) {
      Folder renamed = folder.renamed();
      if (isDone(new Move(folder, renamed))) {
        folders.leave(folder, renamed, "moves");
      }
    } else if (isDone(new Delete(folder))) {
      folders.leave(folder, folders.made(folder.next()), "deletions");
    }
  }

  /** A request that ends the name of a folder. */
  private sealed interface Change {
    Folder folder();
  }

  private record Move(Folder folder, Folder to) implements Change {}

  private record Delete(Folder folder) implements Change {}

  /** Asks again until an answer tells. */
  private boolean isDone(Change change) throws InterruptedException {
    boolean isLost = false;
    long until = System.nanoTime() + LATEST.toNanos();
    while (true) {
      Answer answer = ask(change);
      if (answer.isDone() || isLost && tellsThatItWasDone(change, answer)) {
        return true;
      }
      if (answer.status() == 423 && (!isLost || isTooLate(until) && isThere(change.folder()))) {
        return false;
      }
      if (!answer.isLost() && !isLost) {
        tally.wrong(change + ": " + answer.status());
        return false;
      }
      if (answer.isLost()) {
        until = System.nanoTime() + LATEST.toNanos();
      }
      isLost = true;
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  private Answer ask(Change change) throws InterruptedException {
    String path = "/" + change.folder().name();
    if (change instanceof Move move) {
      String to = "/" + move.to().name();
      return calls.webdav(user, "MOVE", path, "", "Destination", to, "Overwrite", "F");
    }
    return calls.webdav(user, "DELETE", path, "");
  }

  private boolean tellsThatItWasDone(Change change, Answer later) throws InterruptedException {
    if (change instanceof Move move) {
      return (later.status() == 404 || later.status() == 412) && isThere(move.to());
    }
    return later.status() == 404;
  }

  private static boolean isTooLate(long until) {
    return System.nanoTime() - until > 0;
  }

  private boolean isThere(Folder folder) throws InterruptedException {
    Answer answer;
    do {
      answer = calls.webdav(user, "PROPFIND", "/" + folder.name(), "", "Depth", "0");
    } while (answer.isLost());
    return answer.status() == 207;
  }
}
