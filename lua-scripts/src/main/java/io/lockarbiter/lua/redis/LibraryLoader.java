package io.lockarbiter.lua.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.redisson.api.FunctionLibrary;
import org.redisson.api.RFunction;
import org.redisson.api.RFuture;

/**
 * Loads the library of this build on every master, and deletes those that no build uses any more.
 *
 * <p>Each process loads it once a day, with the day as the description of its functions. So a
 * library with a day a week ago belongs to no instance that runs, not even to one of an older build
 * that a rolling upgrade has not reached yet, or of another deployment. If it is deleted all the
 * same, the next call finds no function, and loads it again.
 */
final class LibraryLoader {
  static final long KEPT_DAYS = 7;

  private final LuaLibrary library;
  private final RFunction functions;
  private final Duration timeout;
  private final LongSupplier today;
  private long loadedOn = Long.MIN_VALUE;
  private long loads;

  /**
   * Loads nothing yet.
   *
   * @param timeout longest wait for an answer
   * @param today the day since 1970
   */
  LibraryLoader(LuaLibrary library, RFunction functions, Duration timeout, LongSupplier today) {
    this.library = library;
    this.functions = functions;
    this.timeout = timeout;
    this.today = today;
  }

  /** Says whether {@link #loadDaily()} would load it. */
  synchronized boolean isNewDay() {
    return loadedOn != today.getAsLong();
  }

  /**
   * Loads the library if this process has not done so today.
   *
   * @return the number of loads so far
   */
  synchronized long loadDaily() {
    if (isNewDay()) {
      load();
    }
    return loads;
  }

  /** Loads the library again, unless that was done after so many loads. */
  synchronized void loadAgain(long after) {
    if (loads == after) {
      load();
    }
  }

  /** A server that does not load it has no functions for us, which the next call will show. */
  private void load() {
    loadedOn = today.getAsLong();
    loads++;
    try {
      await(functions.loadAndReplaceAsync(library.name(), library.code(loadedOn)));
      for (FunctionLibrary found : await(functions.listAsync(LuaLibrary.NAMES))) {
        if (isOld(found)) {
          await(functions.deleteAsync(found.getName()));
        }
      }
    } catch (ExecutionException | TimeoutException e) {
      // The next call shows what the server has.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isOld(FunctionLibrary found) {
    List<FunctionLibrary.Function> all = found.getFunctions();
    String day = all.isEmpty() ? "" : String.valueOf(all.get(0).getDescription());
    return day.matches("\\d{1,9}") && Long.parseLong(day) < loadedOn - KEPT_DAYS;
  }

  private <T> T await(RFuture<T> sent)
      throws InterruptedException, ExecutionException, TimeoutException {
    return sent.toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }
}
