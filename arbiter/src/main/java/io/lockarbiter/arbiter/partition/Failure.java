package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reason why a partition restarts.
 *
 * @param what the failure in words for an operator
 */
record Failure(FailureKind kind, String what, RuntimeException cause) {
  private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

  /** Classifies an exception; the log judges those that are not the store's. */
  static Failure of(RuntimeException cause, PartitionLog log) {
    if (isOfTheStore(cause)) {
      return new Failure(FailureKind.PASSING, String.valueOf(cause.getMessage()), cause);
    }
    String what = cause.getClass().getSimpleName() + ": " + cause.getMessage();
    return new Failure(log.kind(cause), what, cause);
  }

  /** Says whether the store failed, so that the log can still be written. */
  boolean isOfTheStore() {
    return isOfTheStore(cause);
  }

  private static boolean isOfTheStore(RuntimeException cause) {
    return cause instanceof StateLostException || cause instanceof StoreUnavailableException;
  }

  /** Logs the failure, but only once if it repeats. */
  void tell(int partition, int failuresBefore) {
    switch (kind) {
      case TAKEN_OVER ->
          LOG.info(
              "partition={}: another instance took over; waiting for the group's word: {}",
              partition,
              what);
      case UNEXPECTED ->
          LOG.error("partition={}: unexpected failure; trying again", partition, cause);
      case PASSING -> {
        if (failuresBefore == 0) {
          LOG.warn(
              "partition={}: trying again, commands and answers are safe in Kafka: {}",
              partition,
              what);
        } else {
          LOG.debug("partition={}: {}", partition, what, cause);
        }
      }
    }
  }
}
