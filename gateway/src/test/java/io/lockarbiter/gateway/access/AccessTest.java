package io.lockarbiter.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.service.StartupRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessTest {
  private static final Identity WEB = Identity.ofKey("web", "");

  @TempDir private Path folder;

  @Test
  void fileThatIsEmptyForAMoment_locksNobodyOut() throws Exception {
    Path file = Files.write(folder.resolve("keys"), List.of(ApiKeys.line("web", "secret")));
    WatchedFile<ApiKeys> keys = new WatchedFile<>(file, "keys", ApiKeys::of);
    Files.write(file, List.of());
    keys.look();
    assertThat(keys.content().owner("secret")).extracting(Identity::subject).isEqualTo("web");
    Files.write(file, List.of("# nobody"));
    keys.look();
    assertThat(keys.content().owner("secret")).isNull();
  }

  @Test
  void selfBesideOtherMembers_isTheSubject() {
    Rules rules = Rules.of(List.of("web acme self,bot-* ask"));
    assertThat(rules.allows(WEB, "acme", "bot-1", Right.ASK)).isTrue();
    assertThat(rules.allows(WEB, "acme", "web", Right.ASK)).isTrue();
    assertThat(rules.allows(WEB, "acme", "self", Right.ASK)).isFalse();
  }

  @Test
  void subjectsRightsAndAccounts_areAllowedAsTheLinesSay() {
    Rules rules =
        Rules.of(
            List.of(
                "# subject accounts members rights",
                "",
                "web     acme*,beta  self   ask,hold",
                "web     acme1       self   see",
                "sync    *           u-*    ask,hold,see",
                "olga    acme1       *      see,operate"));
    List<String> allowed = new ArrayList<>();
    for (String subject : List.of("web", "sync", "olga", "nobody")) {
      for (String account : List.of("acme1", "beta", "gamma")) {
        for (String member : List.of(subject, "u-7", "other")) {
          StringBuilder rights = new StringBuilder();
          for (Right right : Right.values()) {
            if (rules.allows(Identity.ofKey(subject, ""), account, member, right)) {
              rights.append(' ').append(right.word());
            }
          }
          if (!rights.isEmpty()) {
            allowed.add("%s in %s as %s:%s".formatted(subject, account, member, rights));
          }
        }
      }
    }
    assertThat(allowed)
        .containsExactly(
            "web in acme1 as web: ask hold see",
            "web in beta as web: ask hold",
            "sync in acme1 as u-7: ask hold see",
            "sync in beta as u-7: ask hold see",
            "sync in gamma as u-7: ask hold see",
            "olga in acme1 as olga: see operate",
            "olga in acme1 as u-7: see operate",
            "olga in acme1 as other: see operate");
  }

  @Test
  void badLines_areRefusedWithTheirNumber() {
    assertThatThrownBy(() -> Rules.of(List.of("web acme self")))
        .hasMessageStartingWith("line 1 has 3 words, expected 4");
    assertThatThrownBy(() -> Rules.of(List.of("web acme self ask,fly")))
        .hasMessage("line 1 has a right that is none of ask, hold, see, operate");
    assertThatThrownBy(() -> Rules.of(List.of("", "a/b acme self ask")))
        .hasMessageStartingWith("line 2 has a subject that is no name");
    assertThatThrownBy(() -> ApiKeys.of(List.of("web:abc")))
        .hasMessage("line 1 is not of the form SUBJECT:SHA-256 in 64 hexadecimal digits");
  }

  @Test
  void keysOfOneSubject_areAllItsOwn_andTheFileHasNone() {
    String first = ApiKeys.generate(new SecureRandom());
    String second = ApiKeys.generate(new SecureRandom());
    List<String> lines = List.of(ApiKeys.line("web", first), ApiKeys.line("web", second));
    ApiKeys keys = ApiKeys.of(lines);

    assertThat(first).isNotEqualTo(second).hasSize(46);
    assertThat(keys.owner(first)).extracting(Identity::subject).isEqualTo("web");
    assertThat(keys.owner(second)).extracting(Identity::subject).isEqualTo("web");
    assertThat(keys.owner(first + " ")).isNull();
    assertThat(keys.owner("x".repeat(100_000))).isNull();
    assertThat(String.join("", lines)).doesNotContain(first).doesNotContain(second);
  }

  @Test
  void changedFile_isReadAnew_andABadOneChangesNothing() throws Exception {
    Path file = folder.resolve("rules");
    Files.writeString(file, "web acme self ask\n");
    WatchedFile<Rules> rules = new WatchedFile<>(file, "rules-file", Rules::of);
    Files.writeString(file, "web beta self ask\n");
    rules.look();
    assertThat(rules.content().allows(WEB, "beta", "web", Right.ASK)).isTrue();
    assertThat(rules.content().allows(WEB, "acme", "web", Right.ASK)).isFalse();

    Files.writeString(file, "web");
    rules.look();
    assertThat(rules.content().allows(WEB, "beta", "web", Right.ASK)).isTrue();

    Files.delete(file);
    rules.look();
    assertThat(rules.content().allows(WEB, "beta", "web", Right.ASK)).isTrue();
  }

  @Test
  void missingFile_keepsTheGatewayFromStarting() {
    assertThatThrownBy(() -> new WatchedFile<>(folder.resolve("none"), "keys-file", ApiKeys::of))
        .isInstanceOf(StartupRefusedException.class)
        .hasMessageContaining("keys-file=")
        .hasMessageContaining("the gateway does not start");
  }

  @Test
  void accessOfACaller_isThatOfItsRules() throws Exception {
    Path keys = folder.resolve("keys");
    Path rules = folder.resolve("rules");
    String key = ApiKeys.generate(new SecureRandom());
    Files.writeString(keys, ApiKeys.line("web", key));
    Files.writeString(rules, "web acme self ask");
    Access access =
        new Access(
            new WatchedFile<>(keys, "keys", ApiKeys::of),
            new WatchedFile<>(rules, "rules", Rules::of),
            System::nanoTime);
    Identity web = Objects.requireNonNull(access.ofKey(key));
    assertThat(web.subject()).isEqualTo("web");
    assertThat(access.allows(new Caller(web, new Owner("web", null)), "acme", Right.ASK)).isTrue();
    assertThat(access.allows(new Caller(web, new Owner("ann", null)), "acme", Right.ASK)).isFalse();
    assertThat(access.isStanding(web)).isTrue();
    assertThat(access.isStanding(Identity.ofKey("web", ApiKeys.hash("another")))).isFalse();
  }

  @Test
  void quota_fillsEvenly_forEachNameItsOwn() {
    AtomicLong now = new AtomicLong();
    Quota quota = new Quota(60, now::get);
    for (int n = 0; n < 60; n++) {
      assertThat(quota.take("web", 1)).isEqualTo(Duration.ZERO);
    }
    assertThat(quota.take("web", 1)).isBetween(Duration.ofMillis(999), Duration.ofMillis(1001));
    assertThat(quota.take("sync", 1)).isEqualTo(Duration.ZERO);
    now.addAndGet(Duration.ofMillis(1001).toNanos());
    assertThat(quota.take("web", 1)).isEqualTo(Duration.ZERO);
    assertThat(quota.take("web", 1)).isPositive();
  }

  @Test
  void moreThanAQuota_isTakenFromAFullOne_andPaidForAfterwards() {
    AtomicLong now = new AtomicLong();
    Quota quota = new Quota(60, now::get);
    assertThat(quota.take("web", 120)).isEqualTo(Duration.ZERO);
    now.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(quota.take("web", 1)).isPositive();
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(quota.take("web", 1)).isEqualTo(Duration.ZERO);
  }
}
