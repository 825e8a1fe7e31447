package io.lockarbiter.embedded.demo;

import java.util.concurrent.atomic.LongAdder;

/**
 * The file operations done.
 *
 * @param written files uploaded whole
 * @param deletedFolders folders deleted
 * @param deletedFiles files deleted with them
 * @param movedFolders folders moved or renamed
 * @param paused uploads that yielded their folder to its deletion
 * @param downloaded files read and found correct
 */
record FileCounts(
    LongAdder written,
    LongAdder deletedFolders,
    LongAdder deletedFiles,
    LongAdder movedFolders,
    LongAdder paused,
    LongAdder downloaded) {
  FileCounts() {
    this(
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder());
  }

  /** Returns the number of operations: uploads, downloads, deletions and moves. */
  long done() {
    return written.sum() + downloaded.sum() + deletedFolders.sum() + movedFolders.sum();
  }
}
