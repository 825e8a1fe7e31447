package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Settings;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a partition's settings to the configured ones: one record per assignment, appended when
 * the partition has caught up, so that instances configured differently do not answer each other
 * for ever.
 */
final class SettingsProposal {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsProposal.class);

  private final int partition;
  private final Settings wanted;
  private final CommandAppender appender;
  private final Backoff backoff;
  private boolean done;
  private @Nullable CompletableFuture<Long> appended;

  SettingsProposal(int partition, Settings wanted, CommandAppender appender, long nowNanos) {
    this.partition = partition;
    this.wanted = wanted;
    this.appender = appender;
    this.backoff = new Backoff(nowNanos);
  }

  /** Claims that nothing is to do any more. */
  boolean isDone() {
    return done;
  }

  /** Appends the record if it is needed and was not appended; to be called when caught up. */
  void offer(Settings present, long nowNanos) {
    if (done || backoff.remaining(nowNanos) > 0) {
      return;
    }
    if (appended == null) {
      if (present.equals(wanted)) {
        done = true;
      } else {
        LOG.info("partition={}: settings {} become {}", partition, present, wanted);
        appended = appender.append(partition, SettingsChange.to(wanted));
      }
    } else if (appended.isDone()) {
      done = !appended.isCompletedExceptionally();
      if (!done) {
        LOG.warn("partition={}: the settings could not be appended; trying again", partition);
        appended = null;
        backoff.fail(nowNanos);
      }
    }
  }
}
