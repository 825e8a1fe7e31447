package io.lockarbiter.audit;

import io.lockarbiter.contracts.schema.EventHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record of one partition of either topic, as it was read.
 *
 * @param appendedAt its LogAppendTime, epoch ms
 * @param leaderEpoch −1 if unknown
 * @param headers in their order
 */
public record AuditRecord(
    long offset,
    long appendedAt,
    int leaderEpoch,
    byte @Nullable [] key,
    byte @Nullable [] value,
    List<Header> headers) {

  /** A header; its value is UTF-8 text. */
  public record Header(String name, String value) {}

  /** The value of the first header of that name; null if there is none. */
  @Nullable String header(EventHeader name) {
    for (Header header : headers) {
      if (header.name().equals(name.text())) {
        return header.value();
      }
    }
    return null;
  }
}
