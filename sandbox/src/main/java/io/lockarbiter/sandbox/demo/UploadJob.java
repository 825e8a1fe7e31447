package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.lock.LockPath;

/**
 * A file to write.
 *
 * @param number names the job and seeds what the file holds
 * @param bytes size of what the file holds
 */
record UploadJob(Member member, LockPath path, long number, int bytes) {}
