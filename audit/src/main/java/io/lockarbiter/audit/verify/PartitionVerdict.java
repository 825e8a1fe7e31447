package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result for a partition.
 *
 * @param why why it is undecidable, and from where on it is decidable; null for other verdicts
 * @param commands number read
 * @param events number read
 * @param answers direct answers that were judged
 * @param pending commands after the cause of the last published event, which are not judged
 * @param violations the first ones
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
