package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why a partition starts anew.
 *
 * @param what for an operator
 */
record Failure(FailureKind kind, String what, RuntimeException cause) {
  private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

  /** What an exception means; what the store did not throw, the log judges. */
  static Failure of(RuntimeException cause, PartitionLog log) {
    if (cause instanceof StateLostException || cause instanceof StoreUnavailableException) {
      return new Failure(FailureKind.PASSING, String.valueOf(cause.getMessage()), cause);
    }
    String what = cause.getClass().getSimpleName() + ": " + cause.getMessage();
    return new Failure(log.kind(cause), what, cause);
  }

  /** Writes it down, once if it comes again and again. */
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
