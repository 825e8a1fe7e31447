package io.lockarbiter.arbiter.config;

import io.lockarbiter.service.Range;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings for reading and writing the topics.
 *
 * @param transactionTimeout the longest life of one transaction; the broker ends it afterwards,
 *     unless the next owner has done so before. A large outbox is published in one
 * @param maxPollRecords the most records in one batch, 1 to 2,000
 * @param requestTimeout the longest wait for an answer: positions, log ends, a record's or a
 *     transaction's acknowledgement
 * @param startTimeout the longest wait at start-up for brokers that do not answer yet; zero = they
 *     are asked once
 */
public record KafkaProperties(
    @DefaultValue("60s") Duration transactionTimeout,
    @DefaultValue("1000") int maxPollRecords,
    @DefaultValue("5s") Duration requestTimeout,
    @DefaultValue("60s") Duration startTimeout) {

  /** Most records of a poll; more would only lengthen the work that is repeated after a failure. */
  private static final int MOST_POLL_RECORDS = 2_000;

  /** Checks the values. */
  public KafkaProperties {
    Range.atLeast(
        "lockarbiter.kafka.transaction-timeout", transactionTimeout, Duration.ofSeconds(1));
    Range.between("lockarbiter.kafka.max-poll-records", maxPollRecords, 1, MOST_POLL_RECORDS);
    Range.atLeast("lockarbiter.kafka.request-timeout", requestTimeout, Duration.ofSeconds(1));
    Range.atLeast("lockarbiter.kafka.start-timeout", startTimeout, Duration.ZERO);
  }
}
