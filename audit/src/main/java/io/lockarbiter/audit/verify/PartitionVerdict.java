package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a partition.
 *
 * @param why why it is undecidable, and from where on it is not; null for other verdicts
 * @param commands read
 * @param events read
 * @param answers direct answers that were judged
 * @param pending commands after the cause of the last published event, of which nothing is said
 * @param violations those found first
 * @param violationCount all of them
 */
public record PartitionVerdict(
    int partition,
    Verdict verdict,
    @Nullable String why,
    long commands,
    long events,
    long answers,
    long pending,
    List<Violation> violations,
    long violationCount) {}
