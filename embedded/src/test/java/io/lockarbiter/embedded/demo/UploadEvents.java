package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import java.nio.charset.StandardCharsets;

/** Events of uploads into a folder and of its deletion, made by hand. */
final class UploadEvents {
  private static final String EVENT =
      "{\"v\":1,\"type\":\"%s\",\"seq\":%d,\"at\":%d,\"account\":\"acme\",\"commandId\":\"%s\",\"cause\":{\"partition\":0,\"offset\":%d},\"lockId\":\"%s\",\"subAccount\":\"u\",\"operation\":\"%s\",\"path\":\"%s\",\"targets\":[{\"path\":\"%s\",\"mode\":\"%s\"}],\"leaseMs\":1000,\"waitMs\":9000,%s}";

  private long seq;

  Event queued(String lockId, long at, long offset) {
    return event(
        "queued",
        lockId,
        at,
        offset,
        "\"position\":1,\"deadline\":%d,\"requestedAt\":%d".formatted(at + 9_000, at));
  }

  Event granted(String lockId, long at, long offset, long expiresAt) {
    return event(
        "granted",
        lockId,
        at,
        offset,
        "\"token\":1,\"expiresAt\":%d,\"waitedMs\":0".formatted(expiresAt));
  }

  Event renewed(String lockId, long at, long offset, long expiresAt) {
    return event(
        "renewed",
        lockId,
        at,
        offset,
        "\"token\":1,\"expiresAt\":%d,\"grantedAt\":0,\"waitedMs\":0".formatted(expiresAt));
  }

  Event released(String lockId, long at, long offset, String reason) {
    return event(
        "released",
        lockId,
        at,
        offset,
        "\"reason\":\"%s\",\"token\":1,\"heldMs\":0".formatted(reason));
  }

  Event rejected(String lockId, long at, long offset, String reason) {
    return event(
        "rejected", lockId, at, offset, "\"reason\":\"%s\",\"message\":\"m\"".formatted(reason));
  }

  /** The lock with the id {@code d…} is the deletion's, all others are uploads. */
  private Event event(String type, String lockId, long at, long offset, String details) {
    seq++;
    boolean deletes = lockId.startsWith("d");
    String path = deletes ? "/inbox" : "/inbox/" + lockId;
    String text =
        EVENT.formatted(
            type,
            seq,
            at,
            lockId,
            offset,
            lockId,
            deletes ? "DELETE" : "UPLOAD",
            path,
            path,
            deletes ? "DELETE" : "PUT",
            details);
    return EventCodec.decode(text.getBytes(StandardCharsets.UTF_8));
  }
}
