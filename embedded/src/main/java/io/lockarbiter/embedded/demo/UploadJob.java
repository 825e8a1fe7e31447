package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;

/**
 * A file to write.
 *
 * @param number names the job and seeds what the file holds
 * @param bytes size of what the file holds
 * @param pauses how often it let go of its folder
 * @param sent bytes of it that had come in by then
 */
record UploadJob(Member member, LockPath path, long number, int bytes, int pauses, int sent) {
  /** A file of which nothing has come in. */
  UploadJob(Member member, LockPath path, long number, int bytes) {
    this(member, path, number, bytes, 0, 0);
  }

  /** The rest of it, elsewhere. */
  UploadJob goingOnAt(LockPath elsewhere, int sentByNow) {
    return new UploadJob(member, elsewhere, number, bytes, pauses + 1, sentByNow);
  }
}
