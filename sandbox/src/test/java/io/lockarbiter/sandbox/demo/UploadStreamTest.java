package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.LockPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UploadStreamTest {
  private static final long MS = Duration.ofMillis(1).toNanos();

  private final List<AccountCommand> sent = new ArrayList<>();
  private final UploadStream stream =
      new UploadStream("acme", LockPath.of("/inbox"), sent::add, new Random(7), 0);
  private final UploadEvents events = new UploadEvents();

  @Test
  void uploads_comeAtAnEvenPaceEachWithAFileOfItsOwn() {
    for (long now = 0; now < 400 * MS; now += MS) {
      stream.step(now);
    }

    assertThat(sent).hasSize(10).hasOnlyElementsOfType(Acquire.class);
    assertThat(sent).extracting(command -> ((Acquire) command).path()).doesNotHaveDuplicates();
    assertThat(sent.stream().map(AccountCommand::owner).distinct()).hasSize(6);
  }

  @Test
  void pause_isFollowedByNoBurst() {
    stream.step(10_000 * MS);
    stream.step(10_001 * MS);

    assertThat(sent).hasSize(1);
  }

  @Test
  void grantedUploads_areSomeRenewedSomeReleasedSomeLeft() {
    for (int i = 0; i < 100; i++) {
      stream.granted((Granted) events.granted("u" + i, 0, i, 1_000), 0);
    }
    for (int i = 0; i < 300; i++) {
      stream.step(10_000 * MS);
    }
    long renewed = sent.stream().filter(Renew.class::isInstance).count();
    long released = sent.stream().filter(Release.class::isInstance).count();

    assertThat(renewed).isBetween(30L, 70L);
    assertThat(released).isBetween(30L, 70L);
  }
}
