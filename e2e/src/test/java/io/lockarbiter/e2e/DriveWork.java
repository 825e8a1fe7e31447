package io.lockarbiter.e2e;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One of the clients of a drive does its work once. */
interface DriveWork {
  int FILES = 4;

  void once(Random random) throws InterruptedException;

  /** The path of one of the files that all writers share, which need not be there yet. */
  static String file(DriveFolders folders, Random random) {
    return "/" + folders.any() + "/f" + random.nextInt(FILES) + ".txt";
  }

  /** Does it again and again, with pauses of half to one and a half of this length. */
  static CompletableFuture<Void> repeat(
      DriveWork work, long pauseMs, Random random, BooleanSupplier isOver) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            pause((long) (random.nextDouble() * pauseMs), isOver);
            while (!isOver.getAsBoolean()) {
              work.once(random);
              pause(pauseMs / 2 + (long) (random.nextDouble() * pauseMs), isOver);
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        ThreadPerTask.EXECUTOR);
  }

  private static void pause(long ms, BooleanSupplier isOver) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() - until < 0 && !isOver.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }
}
