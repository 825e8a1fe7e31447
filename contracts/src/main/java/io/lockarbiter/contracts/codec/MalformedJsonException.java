package io.lockarbiter.contracts.codec;

/** Says why bytes are no JSON object, in words that follow "the value"; holds no payload. */
final class MalformedJsonException extends Exception {
  MalformedJsonException(String problem) {
    super(problem, null, false, false);
  }
}
