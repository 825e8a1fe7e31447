package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.event.RejectReason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts of the requests that were answered with a problem, by reason. Used by all threads. */
public final class RefusalCounts {
  /** Reasons that are not worth a count of their own, such as words of newer arbiters. */
  static final String OTHER = "other";

  private static final List<String> OWN =
      List.of(
          "ARBITER_UNREACHABLE",
          "BAD_REQUEST",
          "BUSY",
          "CONTENT_TOO_LARGE",
          "ENDED",
          "FORBIDDEN",
          "INTERNAL",
          "INVALID_TOKEN",
          "LATE_COPY",
          "METHOD_NOT_ALLOWED",
          "MISDIRECTED_REQUEST",
          "NOT_ALL_LOCKS",
          "NOT_FOUND",
          "NOT_READ_YET",
          "NO_ARBITER",
          "POLICY_UNREACHABLE",
          "PROVIDER_UNREACHABLE",
          "REQUEST_HEADER_FIELDS_TOO_LARGE",
          "REQUEST_TIMEOUT",
          "TOKEN_ENDED",
          "TOO_MANY_BYTES",
          "TOO_MANY_REQUESTS",
          "UNANSWERED",
          "UNEXPECTED",
          "UNKNOWN_KEY",
          "UNSUPPORTED_MEDIA_TYPE",
          "URI_TOO_LONG",
          "USELESS_LEASE",
          OTHER);

  private final Map<String, LongAdder> counts =
      Stream.concat(OWN.stream(), RejectReason.known().stream().map(RejectReason::name))
          .collect(Collectors.toUnmodifiableMap(Function.identity(), reason -> new LongAdder()));

  /** The refusal that a failure means, which is counted by this. */
  Refused counted(Throwable failure) {
    Refused refused = Problems.of(failure);
    LongAdder known = counts.get(refused.reason());
    (known == null ? Objects.requireNonNull(counts.get(OTHER)) : known).increment();
    return refused;
  }

  /** All reasons, sorted. */
  public List<String> reasons() {
    return counts.keySet().stream().sorted().toList();
  }

  /** The requests that were refused for one of these reasons. */
  public long of(String reason) {
    return Objects.requireNonNull(counts.get(reason), reason).sum();
  }
}
