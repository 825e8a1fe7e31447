package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.lock.IdRule;

/** What is too long for a record is refused before it is sent: nobody could answer it. */
final class RequestSize {
  private static final int NEVER_TOO_LONG = 3;

  private RequestSize() {}

  static void check(LockRequest request) {
    if (request.targets().size() <= NEVER_TOO_LONG) {
      return;
    }
    String longestId = "x".repeat(IdRule.MAX_BYTES);
    int bytes = CommandCodec.encode(request.toCommand(longestId, longestId)).length;
    if (bytes > CommandCodec.MAX_BYTES) {
      throw new IllegalArgumentException(
          "the request has %d bytes, at most %d are allowed; name fewer or shorter targets"
              .formatted(bytes, CommandCodec.MAX_BYTES));
    }
  }
}
