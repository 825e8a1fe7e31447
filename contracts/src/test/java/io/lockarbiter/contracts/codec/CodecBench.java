package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import java.util.Locale;
import java.util.function.IntSupplier;

/** What an ordinary acquire at path depth 5 costs, step by step; prints the best of many rounds. */
final class CodecBench {
  private static final int ROUNDS = 30;
  private static final int CALLS = 100_000;

  private CodecBench() {}

  public static void main(String[] args) {
    byte[] key = "acme".getBytes(UTF_8);
    byte[] value =
        CommandText.acquire()
            .with("commandId", "'7b1e2c4a-0d7e-4f0c-9d52-0a5b8a3f6c11'")
            .with("session", "'web-1'")
            .with("path", "'/projects/2026/reports/final/plan.pdf'")
            .with("leaseMs", "30000")
            .with("replyTo", "'gateway-3'")
            .with("attributes", "{'uploadId':'u-77','bytes':'1048576'}")
            .toString()
            .getBytes(UTF_8);
    Acquire acquire = decode(key, value);
    LockFields fields = acquire.fields();
    EventHead head = new EventHead(7, 1_700_000_000_000L, "acme", "7b1e", new Cause(3, 991));
    Granted granted = new Granted(head, fields, 7, 1_700_000_030_000L, 0, false);
    byte[] event = EventCodec.encode(granted);
    System.out.printf("acquire %d bytes, granted %d bytes%n", value.length, event.length);
    for (int pass = 0; pass < 2; pass++) {
      measure("CommandCodec.decode", () -> decode(key, value).fields().targets().size());
      measure("LockJson.of", () -> LockJson.of("acme", fields).tail().length());
      measure("ContentDigest.of", () -> ContentDigest.of(fields).length());
      measure("EventCodec.encode", () -> EventCodec.encode(granted).length);
      measure("EventCodec.decode", () -> EventCodec.decode(event).type().text().length());
      measure("CommandCodec.encode", () -> CommandCodec.encode(acquire).length);
      measure(
          "decode + LockJson + digest",
          () -> {
            LockFields read = decode(key, value).fields();
            return LockJson.of("acme", read).tail().length() + ContentDigest.of(read).length();
          });
    }
  }

  private static Acquire decode(byte[] key, byte[] value) {
    if (CommandCodec.decode(key, value) instanceof DecodedCommand.Valid valid
        && valid.command() instanceof Acquire acquire) {
      return acquire;
    }
    throw new IllegalStateException("no acquire");
  }

  private static void measure(String what, IntSupplier call) {
    long best = Long.MAX_VALUE;
    int sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        sum += call.getAsInt();
      }
      best = Math.min(best, System.nanoTime() - start);
    }
    System.out.printf(Locale.ROOT, "%-28s %7.0f ns (%d)%n", what, (double) best / CALLS, sum % 10);
  }
}
