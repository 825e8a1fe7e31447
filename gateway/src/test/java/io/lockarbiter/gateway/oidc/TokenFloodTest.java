package io.lockarbiter.gateway.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.ask.BusyException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Strangers who send many tokens that do not count, beside users whose tokens do. */
@ExtendWith(OutputCaptureExtension.class)
class TokenFloodTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private TokenStage stage;
  private InetAddress stranger;
  private InetAddress office;

  @BeforeEach
  void start() throws Exception {
    stage = new TokenStage();
    stranger = InetAddress.getByName("203.0.113.7");
    office = InetAddress.getByName("198.51.100.1");
    assertThat(counts(token("first"), office)).as("and the keys are read").isTrue();
  }

  @AfterEach
  void stop() {
    stage.close();
  }

  private boolean counts(String token, InetAddress from) {
    return stage.tokens.identify(token, from).block(LONG) != null;
  }

  private String forged() throws Exception {
    return OwnProvider.signed(
        TokenStage.OTHER, TokenStage.header().build(), stage.claims().build());
  }

  private String token(String subject) throws Exception {
    return stage.token(stage.claims().subject(subject));
  }

  @Test
  void floodOfForgedTokens_costsBoundedChecks_andHoldsUpNobodyElse() throws Exception {
    String known = token("known");
    assertThat(counts(known, stranger)).isTrue();
    long before = stage.tokens.checks();
    String forged = forged();
    int refused = 0;
    int unchecked = 0;
    for (int n = 0; n < 10_000; n++) {
      try {
        counts(forged, stranger);
      } catch (TokenRefusedException e) {
        refused++;
      } catch (BusyException e) {
        unchecked++;
      }
    }
    assertThat(refused).isEqualTo(TokenChecks.OF_ADDRESS + TokenChecks.OF_ALL);
    assertThat(unchecked).isEqualTo(10_000 - refused);
    assertThat(stage.tokens.checks()).isEqualTo(before + refused);
    assertThat(stage.tokens.unchecked()).isEqualTo(unchecked);

    assertThat(counts(known, stranger)).as("a known one from there").isTrue();
    assertThat(stage.tokens.checks()).as("without a check").isEqualTo(before + refused);
    assertThat(counts(token("new"), office)).as("a new one from elsewhere").isTrue();
    String late = token("late");
    assertThatThrownBy(() -> counts(late, stranger))
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("this one was not looked at; nothing was sent");
    stage.pass(Duration.ofSeconds(1));
    assertThat(counts(late, stranger)).as("a new one from there, a second later").isTrue();
  }

  @Test
  void tokensThatCount_takeNothingOfTheBound() throws Exception {
    for (int n = 0; n < TokenChecks.OF_ADDRESS + 100; n++) {
      assertThat(counts(token("u" + n), office)).isTrue();
    }
    TokenChecks checks = new TokenChecks(() -> 0);
    for (int n = 0; n < 100_000; n++) {
      Objects.requireNonNull(checks.take(office)).run();
    }
  }

  @Test
  void networkOfIpv6_isOneAddress() throws Exception {
    TokenChecks checks = new TokenChecks(() -> 0);
    int taken = 0;
    while (checks.take(InetAddress.getByName("2001:db8:0:1::" + (taken % 5000))) != null) {
      taken++;
    }
    assertThat(taken).isEqualTo(TokenChecks.OF_ADDRESS + TokenChecks.OF_ALL);
    assertThat(checks.take(InetAddress.getByName("2001:db8:0:1:ffff::1"))).isNull();
    assertThat(checks.take(InetAddress.getByName("2001:db8:0:2::1"))).isNotNull();
    assertThat(checks.take(null)).isNotNull();
  }

  @Test
  void knownToken_endsInTime_andWithItsKey() throws Exception {
    String brief = token("brief");
    assertThat(counts(brief, office)).isTrue();
    long checks = stage.tokens.checks();
    stage.pass(Duration.ofSeconds(330));
    assertThat(counts(brief, office)).isTrue();
    assertThat(stage.tokens.checks()).isEqualTo(checks);
    stage.pass(Duration.ofSeconds(1));
    assertThatThrownBy(() -> counts(brief, office))
        .isInstanceOfSatisfying(
            TokenRefusedException.class, refused -> assertThat(refused.hasEnded()).isTrue());

    String next = token("next");
    assertThat(counts(next, office)).isTrue();
    stage.provider.publish(TokenStage.OTHER);
    String rotated = OwnProvider.signed(TokenStage.OTHER, stage.claims().build());
    stage.pass(Duration.ofSeconds(5));
    assertThat(counts(rotated, office)).isTrue();
    assertThatThrownBy(() -> counts(next, office)).isInstanceOf(TokenRefusedException.class);
  }

  @Test
  void knownTokens_areBoundedInBytes() {
    KnownTokens known = new KnownTokens();
    Map<String, List<String>> claims = Map.of("groups", Collections.nCopies(500, "x".repeat(20)));
    for (int n = 0; n < 1_000; n++) {
      known.put(
          "d" + n,
          new KnownToken(Identity.ofToken("oidc:u", claims, Instant.MAX), null, Instant.MAX),
          1);
    }
    assertThat(known.size()).isBetween(100, 200);
    assertThat(known.find("d999", 1)).isNotNull();
    assertThat(known.find("d999", 2)).as("by other keys").isNull();
    assertThat(known.find("d0", 1)).isNull();
  }

  @Test
  void linesOfOneReason_hideNoOther(CapturedOutput output) throws Exception {
    String forged = forged();
    for (int n = 0; n < 30; n++) {
      assertThatThrownBy(() -> counts(forged, stranger)).isInstanceOf(TokenRefusedException.class);
    }
    String others = stage.token(stage.claims().audience("others"));
    assertThatThrownBy(() -> counts(others, office)).isInstanceOf(TokenRefusedException.class);
    List<String> lines =
        output.getOut().lines().filter(line -> line.contains("refused a token")).toList();
    assertThat(lines).hasSize(21);
    assertThat(lines.get(20)).contains("The aud claim is not valid");
  }
}
