package io.lockarbiter.sandbox.demo;

/**
 * A work item of an upload worker.
 *
 * @param lockId the lock under which the job was granted; empty where nobody was asked
 */
record UploadTask(UploadJob job, String lockId) {}
