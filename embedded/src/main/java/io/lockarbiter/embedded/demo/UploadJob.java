package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;

/**
 * A file to write.
 *
 * @param number names the job and seeds the content
 * @param bytes size of the content
 * @param pauses how often the upload yielded its folder
 * @param sent bytes that had arrived by then
 */
record UploadJob(Member member, LockPath path, long number, int bytes, int pauses, int sent) {
  /** Creates a job of which nothing has arrived. */
  UploadJob(Member member, LockPath path, long number, int bytes) {
    this(member, path, number, bytes, 0, 0);
  }

  /** Returns a job for the rest, in another place. */
  UploadJob goingOnAt(LockPath elsewhere, int sentByNow) {
    return new UploadJob(member, elsewhere, number, bytes, pauses + 1, sentByNow);
  }
}
