package io.lockarbiter.embedded.demo;

/** Writes a file when it is its turn. */
@FunctionalInterface
interface UploadHandler {
  /** Called by several threads at once, each with a job of its own. */
  void upload(UploadJob job, Hold hold) throws InterruptedException;
}
