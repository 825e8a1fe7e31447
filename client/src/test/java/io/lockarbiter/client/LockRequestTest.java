package io.lockarbiter.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks which requests can be made, and which are refused before they are sent. */
class LockRequestTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");

  static Stream<LockRequest> requests() {
    return Stream.of(
        LockRequest.download("acme", "u1", "/a"),
        UPLOAD,
        LockRequest.createFolder("acme", "u1", "/a"),
        LockRequest.uploadFolder("acme", "u1", "/a"),
        LockRequest.delete("acme", "u1", "/a"),
        LockRequest.rename("acme", "u1", "/a", "/b"),
        LockRequest.move("acme", "u1", "/a", "/b"),
        LockRequest.copy("acme", "u1", "/a", "/b"),
        LockRequest.checkOut("acme", "u1", "/a"),
        LockRequest.freeze("acme", "u1", "/a"),
        LockRequest.closeAccount("acme", "u1"),
        LockRequest.custom("acme", "u1", "/a", Mode.READ).target("/b", Mode.DELETE));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void everyRequest_isACommandThatTheArbiterReadsAlike(LockRequest request) {
    var command =
        RequestCommands.acquire(
            request
                .leaseOf(Duration.ofMinutes(1))
                .waitingUpTo(Duration.ofSeconds(5))
                .holding("l0")
                .attribute("job", "7"),
            new Owner("u1", "s1"),
            "c1",
            "me");

    assertThat(
            CommandCodec.decode("acme".getBytes(UTF_8), CommandCodec.encode(command))
                .under(Reading.INITIAL.withRules(Settings.NEWEST_RULES)))
        .isEqualTo(new DecodedCommand.Valid(command));
    assertThat(command.owner()).isEqualTo(new Owner("u1", "s1"));
    assertThat(command.fields().leaseMs()).isEqualTo(60_000);
    assertThat(command.fields().waitMs()).isEqualTo(5_000);
  }

  /** The constant stands for many words, none of which can be sent. */
  private static LockRequest withAttributes(int number) {
    LockRequest request = UPLOAD;
    for (int n = 0; n < number; n++) {
      request = request.attribute("k" + n, "");
    }
    return request;
  }

  @Test
  void unknownWords_cannotBeAskedFor() {
    assertThatThrownBy(() -> LockRequest.custom("acme", "u1", "/a", Mode.UNKNOWN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "mode UNKNOWN stands in events for words of newer versions, and cannot be asked for");
    assertThatThrownBy(() -> LockRequest.of("acme", "u1", Operation.UNKNOWN, "/a", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("operation UNKNOWN stands in events");
  }

  @Test
  void requests_coverEveryOperation() {
    assertThat(requests().map(LockRequest::operation))
        .containsExactlyInAnyOrderElementsOf(Operation.known());
  }

  @Test
  void change_answersAnotherRequest() {
    LockRequest changed = UPLOAD.attribute("a", "1").attribute("a", "2");

    assertThat(changed.attributes()).containsEntry("a", "2").hasSize(1);
    assertThat(UPLOAD.attributes()).isEmpty();
    assertThat(UPLOAD.owner()).isNull();
    assertThat(UPLOAD.session("tab-7").owner()).isEqualTo(new Owner("u1", "tab-7"));
    assertThat(UPLOAD.shared().owner()).isEqualTo(new Owner("u1", null));
    assertThat(UPLOAD.shared()).isNotEqualTo(UPLOAD).isEqualTo(UPLOAD.shared());
    assertThat(UPLOAD.owner(new Owner("u2", null)).subAccount()).isEqualTo("u2");
    assertThat(changed)
        .hasToString(
            "LockRequest[account=acme, subAccount=u1, owner=null, operation=UPLOAD, targets=[Target[path=/a, mode=PUT]], lease=PT30S, adoptedWithin=null, waitLimit=PT0S, maxHold=PT0S, asking=null, followsMoves=false, existsAsOf=null, holding=[], replaces=null, attributes=[a]]");
    LockRequest replacing = UPLOAD.replacing("l1", new Owner("u2", null));
    assertThat(replacing.replaces()).isEqualTo(new LockRef("l1", new Owner("u2", null)));
    assertThat(replacing).isNotEqualTo(UPLOAD);
    LockRequest following = UPLOAD.followingMoves();
    assertThat(following.followsMoves()).isTrue();
    assertThat(following).isNotEqualTo(UPLOAD);
    LockPath place = LockPath.of("/b");
    assertThat(UPLOAD.movedTo(place)).isEqualTo(LockRequest.upload("acme", "u1", "/b"));
    LockRequest custom = LockRequest.custom("acme", "u1", "/a", Mode.READ);
    assertThat(custom.movedTo(place)).isEqualTo(LockRequest.custom("acme", "u1", "/b", Mode.READ));
    assertThat(custom.target("/a", Mode.READ)).isEqualTo(custom);
  }

  @Test
  void whatTheArbiterWouldRefuse_isRefusedWithItsReason() {
    assertThatThrownBy(() -> LockRequest.upload("acme", "u1", "a"))
        .isInstanceOf(BadPathException.class)
        .hasMessage("path=a does not start with /");
    assertThatThrownBy(() -> LockRequest.upload("", "u1", "/a")).hasMessage("account is empty");
    assertThatThrownBy(() -> UPLOAD.session("a\nb"))
        .hasMessageStartingWith("session has the control");
    assertThatThrownBy(() -> UPLOAD.leaseOf(Duration.ofMillis(999)))
        .hasMessage("leaseOf=PT0.999S, expected PT1S to PT10M");
    assertThatThrownBy(() -> UPLOAD.keptFor(Duration.ofSeconds(59)))
        .hasMessage("keptFor=PT59S, expected PT1M to PT720H");
    assertThatThrownBy(() -> UPLOAD.keptFor(Duration.ofDays(31)))
        .hasMessage("keptFor=PT744H, expected PT1M to PT720H");
    assertThatThrownBy(() -> UPLOAD.adoptedWithin(Duration.ofMinutes(11)))
        .hasMessage("adoptedWithin=PT11M, expected PT1S to PT10M");
    assertThatThrownBy(() -> UPLOAD.attribute("leaseMs", "5000"))
        .hasMessage(
            "attribute leaseMs=5000 is reserved: whoever takes the lock up would renew it by that; leave it to leaseOf(…)");
    assertThatThrownBy(() -> UPLOAD.waitingUpTo(Duration.ofMinutes(11)))
        .hasMessage("waitingUpTo=PT11M, expected PT0S to PT10M");
    assertThatThrownBy(() -> UPLOAD.attribute("a", "x".repeat(4_096)))
        .hasMessage("UTF-8 bytes of attributes: 4097, expected 0 to 4096");
    assertThatThrownBy(() -> withAttributes(65)).hasMessage("attributes: 65, expected 0 to 64");
    assertThatThrownBy(() -> deepest(5))
        .hasMessage("segments of all targets' paths: 320, expected 0 to 256");
    assertThat(deepest(4).targets()).hasSize(4);
    assertThatThrownBy(() -> LockRequest.move("acme", "u1", "/a", "/a/b"))
        .hasMessage(
            "path=/a destination=/a/b: destination is below path, expected path itself or a place outside it");
    assertThatThrownBy(() -> LockRequest.copy("acme", "u1", "/a", "/a"))
        .hasMessage(
            "path=/a destination=/a: destination is at or below path, expected a place outside it");
    assertThatThrownBy(() -> LockRequest.of("acme", "u1", Operation.MOVE, "/a", null))
        .hasMessage("operation=MOVE destination=null, expected a destination");
    assertThatThrownBy(() -> UPLOAD.target("/b", Mode.READ))
        .hasMessage("operation=UPLOAD names no targets itself");
  }

  @Test
  void renameThatOnlyChangesTheSpelling_isARequest() {
    assertThat(LockRequest.rename("acme", "u1", "/cafe\u0301", "/caf\u00e9").targets())
        .isEqualTo(LockRequest.move("acme", "u1", "/caf\u00e9", "/cafe\u0301").targets())
        .containsExactly(
            new Target(LockPath.of("/caf\u00e9"), Mode.EXCLUSIVE),
            new Target(LockPath.of("/caf\u00e9"), Mode.PUT));
    assertThat(LockRequest.rename("acme", "u1", "/plan", "/Plan").targets())
        .containsExactly(
            new Target(LockPath.of("/plan"), Mode.EXCLUSIVE),
            new Target(LockPath.of("/Plan"), Mode.PUT));
  }

  private static LockRequest deepest(int targets) {
    String path = "/s".repeat(LockPath.MAX_SEGMENTS);
    LockRequest request = LockRequest.custom("acme", "u1", path, Mode.READ);
    for (int n = 1; n < targets; n++) {
      request = request.target(path + n, Mode.READ);
    }
    return request;
  }

  @Test
  void options_areCheckedToo() {
    LockClientOptions options = LockClientOptions.of("localhost:9092");

    assertThatThrownBy(() -> options.withAnswerTimeout(Duration.ofMinutes(11)))
        .hasMessage("answerTimeout=PT11M, expected 1 ms to PT10M");
    assertThatThrownBy(() -> options.withAnswerTimeout(Duration.ZERO))
        .hasMessage("answerTimeout=PT0S, expected 1 ms to PT10M");
    assertThatThrownBy(() -> options.withMaxInFlight(0))
        .hasMessage("maxInFlight=0, expected at least 1");
    assertThatThrownBy(() -> options.withName("ü".repeat(33)))
        .hasMessageEndingWith("expected at most 64 UTF-8 bytes");
  }
}
