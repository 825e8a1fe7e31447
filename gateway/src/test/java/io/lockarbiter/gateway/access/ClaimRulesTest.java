package io.lockarbiter.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClaimRulesTest {
  private static final Set<String> CLAIMS =
      Set.of("groups", "tenant", "members", "https://acme.example/roles");

  private static Rules rules(String... lines) {
    return Rules.of(List.of(lines), "oidc", CLAIMS);
  }

  private static Identity token(String subject, Map<String, List<String>> claims) {
    return Identity.ofToken(subject, claims, Instant.MAX);
  }

  @Test
  void senders_rights_accounts_areAllowedAsTheLinesSay() {
    Rules rules =
        rules(
            "ann                          acme                self            ask",
            "oidc:ann                     acme                self            hold",
            "claim:groups=editors,ed-*    claim:tenant        self            ask,hold",
            "claim:tenant=*               claim:tenant,public claim:members   see",
            "claim:groups=Night%20Shift   *                   *               operate");
    Map<String, Identity> senders =
        Map.of(
            "1 key", Identity.ofKey("ann", "hash"),
            "2 token", token("oidc:ann", Map.of()),
            "3 editor",
                token(
                    "oidc:eve", Map.of("groups", List.of("x", "ed-7"), "tenant", List.of("beta"))),
            "4 member",
                token("oidc:mo", Map.of("tenant", List.of("acme"), "members", List.of("ann", "m"))),
            "5 night", token("oidc:nic", Map.of("groups", List.of("Night Shift"))),
            "6 none",
                token("oidc:no", Map.of("groups", List.of("editor", "xeditors", "night shift"))));
    List<String> allowed = new ArrayList<>();
    new TreeMap<>(senders)
        .forEach(
            (name, who) -> {
              for (String account : List.of("acme", "beta", "public")) {
                for (String member : List.of(who.subject(), "ann", "self")) {
                  for (Right right : Right.values()) {
                    if (rules.allows(who, account, member, right)) {
                      allowed.add(
                          "%s: %s in %s as %s".formatted(name, right.word(), account, member));
                    }
                  }
                }
              }
            });
    assertThat(allowed)
        .containsExactlyInAnyOrder(
            "1 key: ask in acme as ann",
            "1 key: ask in acme as ann",
            "2 token: hold in acme as oidc:ann",
            "3 editor: ask in beta as oidc:eve",
            "3 editor: hold in beta as oidc:eve",
            "4 member: see in acme as ann",
            "4 member: see in public as ann",
            "5 night: operate in acme as oidc:nic",
            "5 night: operate in acme as ann",
            "5 night: operate in acme as self",
            "5 night: operate in beta as oidc:nic",
            "5 night: operate in beta as ann",
            "5 night: operate in beta as self",
            "5 night: operate in public as oidc:nic",
            "5 night: operate in public as ann",
            "5 night: operate in public as self");
  }

  @Test
  void starInAToken_isNoPattern() {
    Rules rules =
        rules("claim:tenant=* claim:tenant claim:members ask", "claim:groups=a* beta self see");
    Identity star =
        token("oidc:x", Map.of("tenant", List.of("*", "ac*"), "members", List.of("*", "self")));
    assertThat(rules.allows(star, "acme", "ann", Right.ASK)).isFalse();
    assertThat(rules.allows(star, "*", "ann", Right.ASK)).isFalse();
    assertThat(rules.allows(star, "*", "*", Right.ASK)).isTrue();
    assertThat(rules.allows(star, "*", "oidc:x", Right.ASK)).as("self").isFalse();
    assertThat(rules.allows(star, "acme", Right.ASK)).isFalse();
    assertThat(rules.allows(star, "*", Right.ASK)).isTrue();
    Identity comma = token("oidc:x", Map.of("groups", List.of("x,a", "claim:a", "*")));
    assertThat(rules.allows(comma, "beta", "oidc:x", Right.SEE)).isFalse();
  }

  @Test
  void claimWithAColonInItsName_endsAtTheFirstEqualsSign() {
    Rules rules = rules("claim:https://acme.example/roles=a=b acme self ask");
    assertThat(
            rules.allows(
                token("oidc:x", Map.of("https://acme.example/roles", List.of("a=b"))),
                "acme",
                "oidc:x",
                Right.ASK))
        .isTrue();
  }

  @Test
  void badLines_areRefusedWithTheirNumber() {
    assertBad("claim:roles=x acme self ask", "line 1 names the claim roles, which is none of");
    assertBad("claim:tenant=x claim:roles self ask", "line 1 names the claim roles");
    assertBad("claim:tenant=x acme self,claim: ask", "line 1 names the claim ,");
    assertBad("claim:tenant acme self ask", "line 1 has a claim without a value");
    assertBad("claim:tenant= acme self ask", "line 1 has a claim without a value");
    assertBad("web claim:tenant self ask", "line 1 is for the subject of a key and names a claim");
    assertBad("web acme claim:members ask", "line 1 is for the subject of a key and names a claim");
    assertBad("oidc:* acme self ask", "line 1 has a subject with a colon that no token can have");
    assertBad("oidc:Zoë acme self ask", "line 1 has a subject with a colon");
    assertBad("oidc:a%c3 acme self ask", "line 1 has a subject with a colon");
    assertBad("OIDC:ann acme self ask", "line 1 has a subject with a colon");
    assertBad("oidc: acme self ask", "line 1 has a subject with a colon");
    assertBad("oidc:%41nn acme self ask", "line 1 has a subject with a colon");
    assertBad("oidc:%FF acme self ask", "line 1 has a subject with a colon");
  }

  @Test
  void linesThatFitNoToken_areRefusedWithTheirNumber() {
    assertBad(
        "oicd:ann acme self ask",
        "line 1 is for tokens of the provider oicd, but the subjects of tokens begin with lockarbiter.gateway.oidc.name=oidc");
    for (String value : List.of("Zoë", "Zo%c3%ab", "%41", "%C3", "%FF", "a,,b", "a%", "%4", "~")) {
      assertBad("claim:tenant=" + value + " acme self ask", "line 1 has the value '");
    }
    for (String pattern : List.of("Zoë*", "*%c3*", "%41*", "*%4", "*%", "%4*,%G*")) {
      assertBad("claim:tenant=" + pattern + " acme self ask", "line 1 has the value '");
    }
    for (String good :
        List.of("Zo%C3%AB", "%C3*", "%C*", "%*", "*%AB", "a*,b", "*", "%00", "a=b")) {
      rules("claim:tenant=" + good + " acme self ask");
    }
  }

  @Test
  void linesForTokens_areRefusedWhereNoneCounts() {
    for (String line : List.of("oidc:ann acme self ask", "claim:tenant=a acme self ask")) {
      assertThatThrownBy(() -> Rules.of(List.of("web acme self ask", line), null, CLAIMS))
          .hasMessageStartingWith("line 2 ")
          .hasMessageEndingWith(
              "but no token counts, because lockarbiter.gateway.oidc.issuer is not set");
    }
  }

  private static void assertBad(String line, String message) {
    assertThatThrownBy(() -> rules(line)).as(line).hasMessageStartingWith(message);
  }

  @Test
  void subjectOfAToken_isNeverThatOfAKey_norOfAnotherToken() {
    List<String> subjects =
        List.of(
            "ann",
            "ANN",
            "auth0|5f7c",
            "repo:o/r:ref:refs/heads/main",
            "Zoë",
            "Zoe\u0308",
            "a b",
            "a%20b",
            "a+b",
            "a,b",
            "*",
            "~",
            "a\u202eb",
            "a\u0000",
            "a\n",
            "\"",
            "?",
            "~" + "x".repeat(43),
            "x".repeat(75),
            "x".repeat(76),
            "x".repeat(255),
            "😀".repeat(127));
    List<String> names = subjects.stream().map(each -> Subject.ofToken("oidc", each)).toList();
    assertThat(names).doesNotHaveDuplicates();
    for (String name : names) {
      assertThat(name).startsWith("oidc:").hasSizeLessThanOrEqualTo(80).matches("[!-~]+");
      assertThat(Subject.isValid(name)).as("a key's").isFalse();
      assertThat(
              rules(name + " acme self ask").allows(token(name, Map.of()), "acme", name, Right.ASK))
          .as(name)
          .isTrue();
    }
    assertThat(names.subList(0, 5))
        .containsExactly(
            "oidc:ann",
            "oidc:ANN",
            "oidc:auth0|5f7c",
            "oidc:repo:o/r:ref:refs/heads/main",
            "oidc:Zo%C3%AB");
    assertThat(Subject.isProvider("claim")).isFalse();
    assertThat(Subject.isProvider("a:b")).isFalse();
    assertThat(Subject.isProvider("staff-2")).isTrue();
  }
}
