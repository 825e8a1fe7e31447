package io.lockarbiter.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lines of files as their writers know them. Writers append under a lock, so a file only ever
 * grows: a line that was acknowledged, or that somebody has read under a lock, is there for ever.
 * Safe for use by many threads.
 */
final class DriveLedger {
  private final DriveFolders folders;
  private final RunTally tally;
  private final Map<String, Written> files = new ConcurrentHashMap<>();
  private final Map<String, String> placed = new ConcurrentHashMap<>();
  private final Set<String> unlocked = ConcurrentHashMap.newKeySet();

  DriveLedger(DriveFolders folders, RunTally tally) {
    this.folders = folders;
    this.tally = tally;
  }

  /** A file. */
  private static final class Written {
    final Set<String> acknowledged = new LinkedHashSet<>();
    final Set<String> refused = new HashSet<>();
    List<String> read = List.of();
  }

  private Written written(String path) {
    return files.computeIfAbsent(DriveFolders.file(path), each -> new Written());
  }

  /** The lines that must be in a file from now on. */
  Set<String> acknowledged(String path) {
    Written file = written(path);
    synchronized (file) {
      return new HashSet<>(file.acknowledged);
    }
  }

  /**
   * Notes that a server has acknowledged a line.
   *
   * @param asked the {@link System#nanoTime} of the request
   */
  void acknowledge(String path, String line, long asked) {
    Written file = written(path);
    synchronized (file) {
      file.acknowledged.add(line);
    }
    if (folders.wasGone(path, asked)) {
      tally.wrong("written to a folder that was gone: " + path);
    }
    tally.count("lines");
  }

  /** Notes a line that a server has refused for sure. */
  void refuse(String path, String line) {
    Written file = written(path);
    synchronized (file) {
      file.refused.add(line);
    }
  }

  /** Notes that a server has acknowledged the end of a lock. */
  void unlock(String tag) {
    unlocked.add(tag);
  }

  Set<String> unlocked() {
    return unlocked;
  }

  /** Notes that a finished upload is a file. */
  void place(String path, String name) {
    placed.put(DriveFolders.file(path), name);
  }

  /** The names of finished uploads, by their files. */
  Map<String, String> placed() {
    return placed;
  }

  /**
   * Judges what was read under a lock of the file, so no other reading of it was under way.
   *
   * @param due the lines that were acknowledged before
   */
  void read(String path, Set<String> due, List<String> lines) {
    Written file = written(path);
    synchronized (file) {
      judge(path, file, due, lines);
      file.read = lines;
    }
  }

  private void judge(String path, Written file, Set<String> due, List<String> lines) {
    Set<String> distinct = new HashSet<>(lines);
    List<String> lost = due.stream().filter(line -> !distinct.contains(line)).toList();
    if (!lost.isEmpty()) {
      tally.wrong("lost updates of " + path + ": " + lost);
    }
    if (distinct.size() < lines.size()) {
      tally.wrong("a line twice in " + path);
    }
    if (lines.size() < file.read.size() || !lines.subList(0, file.read.size()).equals(file.read)) {
      tally.wrong("lines that were read in " + path + " are gone: " + since(file.read, lines));
    }
    List<String> refused = lines.stream().filter(file.refused::contains).toList();
    if (!refused.isEmpty()) {
      tally.wrong("refused lines in " + path + ": " + refused);
    }
  }

  private static List<String> since(List<String> before, List<String> now) {
    List<String> gone = new ArrayList<>(before);
    gone.removeAll(now);
    return gone.isEmpty() ? List.of("the order changed") : gone;
  }

  /** The files of a folder to which lines were acknowledged, whatever its name is now. */
  Set<String> filesOf(String folder) {
    String start = DriveFolders.file("/" + folder + "/");
    Set<String> all = new HashSet<>();
    files.forEach(
        (file, written) -> {
          synchronized (written) {
            if (file.startsWith(start) && !written.acknowledged.isEmpty()) {
              all.add(file);
            }
          }
        });
    placed.keySet().stream().filter(file -> file.startsWith(start)).forEach(all::add);
    return all;
  }

  /** All files, in deleted folders too, as they were read last. */
  Map<String, List<String>> lastRead() {
    Map<String, List<String>> all = new HashMap<>();
    files.forEach(
        (file, written) -> {
          synchronized (written) {
            all.put(file, written.read);
          }
        });
    return all;
  }
}
