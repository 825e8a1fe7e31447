package io.lockarbiter.e2e;

import io.lockarbiter.e2e.DriveCalls.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Folders that are renamed and deleted under everybody. A name is used once: {@code k3-i5-m2} is
 * the third name of the sixth folder in the fourth place. So nothing may ever be at a name that was
 * left. One thread changes them.
 */
final class DriveFolders {
  private static final String USER = "mover";
  private static final long RETRY_MS = 400;

  /** A request without answer comes within this time or never: its server sleeps no longer. */
  private static final Duration LATEST = Duration.ofSeconds(15);

  private final DriveCalls calls;
  private final RunTally tally;
  private final List<Folder> folders = new CopyOnWriteArrayList<>();
  private final Map<String, Long> gone = new ConcurrentHashMap<>();
  private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

  /** A folder under its present name. */
  private record Folder(int place, int incarnation, int moves) {
    String name() {
      return "k" + place + "-i" + incarnation + "-m" + moves;
    }

    Folder renamed() {
      return new Folder(place, incarnation, moves + 1);
    }

    Folder next() {
      return new Folder(place, incarnation + 1, 0);
    }
  }

  DriveFolders(DriveCalls calls, RunTally tally) {
    this.calls = calls;
    this.tally = tally;
  }

  /** Makes so many. */
  void make(int number) throws InterruptedException {
    for (int place = 0; place < number; place++) {
      folders.add(made(new Folder(place, 0, 0)));
    }
  }

  /**
   * The name of one of them, which may be another one in a moment. Of twelve, the first is asked
   * for 44 times in a hundred and the last 3 times, so that some are without a lock now and then.
   */
  String any() {
    double share = Math.pow(ThreadLocalRandom.current().nextDouble(), 3);
    return folders.get((int) (share * folders.size())).name();
  }

  /** The name of the folder that is there now, if this one was renamed or deleted. */
  String now(String name) {
    int place = Integer.parseInt(name.substring(1, name.indexOf('-')));
    return folders.get(place).name();
  }

  /** The names of all. */
  List<String> names() {
    return folders.stream().map(Folder::name).toList();
  }

  /** The file of a path, whatever its folder was renamed to. */
  static String file(String path) {
    return path.substring(1).replaceFirst("-m\\d+/", "/");
  }

  /** Says whether there may be an empty folder of this name: one whose making had no answer. */
  boolean isDoubtful(String name) {
    return doubtful.contains(name);
  }

  /** Says whether a path's folder had been renamed or deleted before that moment. */
  boolean wasGone(String path, long nanoTime) {
    Long since = gone.get(path.substring(1, path.indexOf('/', 1)));
    return since != null && since - nanoTime < 0;
  }

  /** Renames one, or deletes it and makes another. */
  void change(Random random) throws InterruptedException {
    int place = random.nextInt(folders.size());
    Folder folder = folders.get(place);
    if (random.nextInt(10) < 7) {
      Folder renamed = folder.renamed();
      if (isMoved(folder, renamed)) {
        folders.set(place, renamed);
        leave(folder, "moves");
      }
    } else if (isDeleted(folder)) {
      leave(folder, "deletions");
      folders.set(place, made(folder.next()));
    }
  }

  private void leave(Folder folder, String how) {
    gone.put(folder.name(), System.nanoTime());
    tally.count(how);
  }

  private Folder made(Folder wished) throws InterruptedException {
    Folder next = wished;
    while (true) {
      Answer answer = calls.webdav(USER, "MKCOL", "/" + next.name(), "");
      if (answer.status() == 201) {
        return next;
      }
      if (!answer.isLost()) {
        tally.wrong("MKCOL of " + next.name() + ": " + answer.status());
      }
      doubtful.add(next.name());
      next = next.next();
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  /** Asks again until an answer tells. */
  private boolean isMoved(Folder from, Folder to) throws InterruptedException {
    boolean isLost = false;
    long until = System.nanoTime() + LATEST.toNanos();
    while (true) {
      Answer answer =
          calls.webdav(
              USER,
              "MOVE",
              "/" + from.name(),
              "",
              "Destination",
              "/" + to.name(),
              "Overwrite",
              "F");
      if (answer.isDone()) {
        return true;
      }
      if (answer.status() == 423 && (!isLost || isTooLate(until) && isThere(from))) {
        return false;
      }
      boolean tells = answer.status() == 404 || answer.status() == 412;
      if (tells && isLost && isThere(to)) {
        return true;
      }
      if (!answer.isLost() && !isLost) {
        tally.wrong("MOVE of " + from.name() + ": " + answer.status());
        return false;
      }
      if (answer.isLost()) {
        until = System.nanoTime() + LATEST.toNanos();
      }
      isLost = true;
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  private static boolean isTooLate(long until) {
    return System.nanoTime() - until > 0;
  }

  private boolean isThere(Folder folder) throws InterruptedException {
    Answer answer;
    do {
      answer = calls.webdav(USER, "PROPFIND", "/" + folder.name(), "", "Depth", "0");
    } while (answer.isLost());
    return answer.status() == 207;
  }

  private boolean isDeleted(Folder folder) throws InterruptedException {
    boolean isLost = false;
    long until = System.nanoTime() + LATEST.toNanos();
    while (true) {
      Answer answer = calls.webdav(USER, "DELETE", "/" + folder.name(), "");
      if (answer.isDone() || answer.status() == 404 && isLost) {
        return true;
      }
      if (answer.status() == 423 && (!isLost || isTooLate(until) && isThere(folder))) {
        return false;
      }
      if (!answer.isLost() && !isLost) {
        tally.wrong("DELETE of " + folder.name() + ": " + answer.status());
        return false;
      }
      if (answer.isLost()) {
        until = System.nanoTime() + LATEST.toNanos();
      }
      isLost = true;
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }
}
