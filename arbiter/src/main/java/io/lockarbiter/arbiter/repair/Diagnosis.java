package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.HaltReason;
import java.util.List;

/**
 * A halt that was found again.
 *
 * @param facts the facts of Kafka and Redis, line by line, for an operator
 */
public record Diagnosis(int partition, HaltReason reason, List<String> facts, Remedy remedy) {}
