package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Frozen;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An account that stands still: who is refused, who waits, and what they are told. */
class FreezeTest {
  private static final Duration TWO_HOURS = Duration.ofHours(2);
  private static final LockRequest FREEZE = LockRequest.freeze(ACCOUNT, "ops", "/");
  private static final LockRequest BACKUP =
      FREEZE.keptFor(TWO_HOURS).attribute("note", "nightly backup");
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "bob", "/docs/a");

  private final FakeClients fake = new FakeClients();

  private static LockRefusedException refusal(CompletableFuture<?> asked) {
    return (LockRefusedException)
        Objects.requireNonNull(asked.handle((done, failure) -> failure).join());
  }

  @Test
  void writer_isToldByWhomUntilWhenAndWhy() {
    Lease freeze = granted(fake.client.acquireAsync(BACKUP));

    LockRefusedException refused =
        refusal(fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(5))));

    assertThat(refused.reason()).isEqualTo(RejectReason.FROZEN);
    Frozen frozen = Objects.requireNonNull(refused.frozen());
    assertThat(frozen)
        .isEqualTo(
            new Frozen(freeze.lockId(), freeze.lock().owner(), frozen.until(), "nightly backup"));
    assertThat(refused)
        .hasMessageContaining("FROZEN account=acme ")
        .hasMessageContaining(
            ": The path is frozen until %s, which is after the wait limit: until then nobody but the owner of the freeze changes anything there. Ask again after that, or wait longer with waitingUpTo(…). In the way: held FREEZE / of ops (lockId=%s, session=",
            frozen.until(), freeze.lockId())
        .hasMessageContaining("note=nightly backup");
    granted(fake.client.acquireAsync(LockRequest.download(ACCOUNT, "bob", "/docs")));
  }

  @Test
  void freezeThatIsAbandoned_standsUntilItsTimeIsOver() {
    granted(fake.client.acquireAsync(BACKUP)).abandon();

    fake.arbiter.pass(TWO_HOURS.minusMillis(1));
    assertThat(refusal(fake.client.acquireAsync(UPLOAD)).reason()).isEqualTo(RejectReason.FROZEN);

    fake.passMs(1);
    granted(fake.client.acquireAsync(UPLOAD));
  }

  /** A refusal that is told again has no particulars ({@code RULES.md}, Order of a decision). */
  @Test
  void refusalToldAgain_makesUpNoEnd() {
    granted(fake.client.acquireAsync(BACKUP));
    fake.tellWindow();
    fake.arbiter.loseEvents(event -> event instanceof Rejected && !event.repeated());
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(2_000);

    LockRefusedException refused = refusal(asked);

    assertThat(refused.reason()).isEqualTo(RejectReason.FROZEN);
    assertThat(refused.frozen()).isNull();
    assertThat(refused).hasMessageNotContaining("1970");
  }

  /** The first attempt of a request that may wait does not wait, and is refused at once. */
  @Test
  void writerWhoMayWaitLongEnough_waits() {
    Lease freeze = granted(fake.client.acquireAsync(FREEZE));

    CompletableFuture<Lease> upload =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(1)));
    fake.passMs(10_000);
    assertThat(upload).isNotDone();

    freeze.release().join();
    fake.passMs(1_000);
    granted(upload);
  }

  /** An upload that was begun before the freeze is finished; none is begun under it. */
  @Test
  void filesUnderAFreeze_hashTheSameAMinuteLater(@TempDir Path tree) throws Exception {
    Lease begun = granted(fake.client.acquireAsync(UPLOAD));
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(FREEZE.waitingUpTo(Duration.ofMinutes(1)));
    fake.passMs(1_000);
    assertThat(asked).isNotDone();
    Files.writeString(tree.resolve("a"), "begun before");
    begun.release().join();
    fake.passMs(1_000);
    Lease freeze = granted(asked);
    String before = hash(tree);

    for (int n = 0; n < 60; n++) {
      assertThat(isUploaded(tree, "f" + n)).isFalse();
      fake.passMs(1_000);
    }

    assertThat(hash(tree)).isEqualTo(before);
    freeze.release().join();
    assertThat(isUploaded(tree, "a")).isTrue();
    assertThat(hash(tree)).isNotEqualTo(before);
  }

  /** Writes a file under a lease; says whether that was granted. */
  private boolean isUploaded(Path tree, String name) throws IOException {
    LockRequest upload = LockRequest.upload(ACCOUNT, "bob", "/docs/" + name);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(upload);
    if (asked.isCompletedExceptionally()) {
      assertThat(refusal(asked).reason()).isEqualTo(RejectReason.FROZEN);
      return false;
    }
    Lease lease = granted(asked);
    Files.writeString(tree.resolve(name), "under token " + lease.token());
    lease.release().join();
    return true;
  }

  private static String hash(Path tree) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (Stream<Path> files = Files.list(tree)) {
      for (Path file : files.sorted().toList()) {
        digest.update(file.getFileName().toString().getBytes(UTF_8));
        digest.update(Files.readAllBytes(file));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void refusalForAnotherReason_tellsNoFreeze() {
    granted(fake.client.acquireAsync(UPLOAD));

    assertThat(refusal(fake.client.acquireAsync(UPLOAD)).frozen()).isNull();
  }

  @Test
  void itsOwner_writesUnderItByLeasesOfTheirOwn() {
    Lease freeze = granted(fake.client.acquireAsync(BACKUP));
    LockRequest own = LockRequest.upload(ACCOUNT, "ops", "/docs/a");

    assertThat(refusal(fake.client.acquireAsync(own)).reason()).isEqualTo(RejectReason.FROZEN);
    Lease upload = granted(freeze.acquireMore(own));

    assertThat(FencingAction.of(upload).token()).isEqualTo(upload.token());
    assertThatThrownBy(() -> FencingAction.of(freeze))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is that of a freeze (FREEZE /), which protects and never acts. ");
  }

  @Test
  void tryAcquire_throwsAtOnceBecauseTheRestOfItsPatienceIsInVain() {
    granted(fake.client.acquireAsync(BACKUP));

    assertThatThrownBy(() -> fake.client.tryAcquire(UPLOAD, Duration.ofMinutes(5)))
        .isInstanceOf(LockRefusedException.class)
        .hasMessageStartingWith("FROZEN ");
  }
}
