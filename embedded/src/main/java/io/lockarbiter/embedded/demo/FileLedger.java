package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The expected content of an account's tree: the path of each file, with the last job that wrote
 * it. Everybody makes an entry before the hold is given back. Thread-safe.
 */
final class FileLedger {
  private final TreeMap<LockPath, Long> files = new TreeMap<>();
  private final Map<LockPath, Long> removals = new HashMap<>();

  /**
   * Enters a file.
   *
   * @return false if a later holder deleted or moved a folder above it: the file came too late
   */
  synchronized boolean written(LockPath file, long job, long token) {
    files.put(file, job);
    return file.ancestors().stream().allMatch(above -> token > removals.getOrDefault(above, 0L));
  }

  /** Enters that a folder was deleted with everything below it. */
  synchronized void deleted(LockPath folder, long token) {
    files.keySet().removeIf(file -> isAtOrBelow(folder, file));
    removals.merge(folder, token, Math::max);
  }

  /** Enters that a folder was moved with everything below it. */
  synchronized void moved(LockPath from, LockPath to, long token) {
    List<Map.Entry<LockPath, Long>> moving =
        files.entrySet().stream()
            .filter(entry -> isAtOrBelow(from, entry.getKey()))
            .map(Map.Entry::copyOf)
            .toList();
    deleted(from, token);
    for (Map.Entry<LockPath, Long> entry : moving) {
      String rest = entry.getKey().toString().substring(from.toString().length());
      files.put(LockPath.of(to + rest), entry.getValue());
    }
  }

  /** Returns the job whose content the file should have; null if there should be no file. */
  synchronized @Nullable Long job(LockPath file) {
    return files.get(file);
  }

  /** Returns any file; null if there is none. */
  synchronized @Nullable LockPath anyFile(RandomGenerator random) {
    if (files.isEmpty()) {
      return null;
    }
    return new ArrayList<>(files.keySet()).get(random.nextInt(files.size()));
  }

  /** Returns a copy of all entries. */
  synchronized Map<LockPath, Long> snapshot() {
    return new TreeMap<>(files);
  }

  private static boolean isAtOrBelow(LockPath folder, LockPath file) {
    return folder.isAtOrAbove(file);
  }
}
