package io.lockarbiter.cli.locks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.testing.FakeArbiter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** An account with check-outs, for commands that act on them, and the terminal that answers. */
abstract class CheckedOutAccount {
  static final Duration WEEK = Duration.ofDays(7);

  final FakeArbiter fake = new FakeArbiter();
  final ArbiterWithLocks arbiter = arbiter().of(fake);
  private final InputStream terminal = System.in;

  private static ArbiterWithLocks arbiter() {
    try {
      return new ArbiterWithLocks();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  final void checkOut(String id, String member, String path, String note) {
    try (LockClient client = fake.client("app")) {
      client.checkOut(LockRequest.checkOut("acme", member, path), WEEK, note, id).join();
    }
    arbiter.with(id, member, path, WEEK, note);
  }

  final void answer(String text) {
    System.setIn(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  @AfterEach
  final void close() {
    System.setIn(terminal);
    arbiter.close();
  }
}
