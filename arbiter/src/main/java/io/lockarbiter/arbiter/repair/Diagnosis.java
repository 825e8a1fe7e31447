package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.HaltReason;
import java.util.List;

/**
 * A standstill that was found again.
 *
 * @param facts what Kafka and Redis say, line by line, for an operator
 */
public record Diagnosis(int partition, HaltReason reason, List<String> facts, Remedy remedy) {}
