package io.lockarbiter.e2e;

import io.lockarbiter.e2e.DriveCalls.Answer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Folders that are renamed and deleted under everybody. A name is used once: {@code k3-i5-m2} is
 * the third name of the sixth folder in the fourth place. So nothing may ever be at a name that was
 * left.
 */
final class DriveFolders {
  /** The user who makes them. */
  static final String MAKER = "maker";

  private static final long RETRY_MS = 400;

  private final DriveCalls calls;
  private final RunTally tally;
  private final List<Folder> folders = new CopyOnWriteArrayList<>();
  private final Map<String, Long> gone = new ConcurrentHashMap<>();
  private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

  /** A folder under its present name. */
  record Folder(int place, int incarnation, int moves) {
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

  /** The folder in one place; each place is changed by one mover. */
  Folder at(int place) {
    return folders.get(place);
  }

  /** A folder has the name of another one now. */
  void leave(Folder folder, Folder next, String how) {
    folders.set(next.place(), next);
    gone.put(folder.name(), System.nanoTime());
    tally.count(how);
  }

  /** Makes a folder of this name, or of a later one. */
  Folder made(Folder wished) throws InterruptedException {
    Folder next = wished;
    while (true) {
      Answer answer = calls.webdav(MAKER, "MKCOL", "/" + next.name(), "");
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
}
