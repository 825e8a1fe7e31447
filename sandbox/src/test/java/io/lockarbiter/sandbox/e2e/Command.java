package io.lockarbiter.sandbox.e2e;

/** Commands as text, as a stranger would write them. */
final class Command {
  private Command() {}

  static String acquire(String account, String id, String path) {
    return acquire(account, id, path, 30_000);
  }

  static String acquire(String account, String id, String path, long leaseMs) {
    return """
        {"type":"acquire","commandId":"%s","account":"%s","subAccount":"u-%s","operation":"UPLOAD","path":"%s","leaseMs":%d,"replyTo":"test"}"""
        .formatted(id, account, id, path, leaseMs);
  }

  static String release(String account, String id, String lockId) {
    return """
        {"type":"release","commandId":"%s","account":"%s","subAccount":"u-%s","lockId":"%s"}"""
        .formatted(id, account, lockId, lockId);
  }
}
