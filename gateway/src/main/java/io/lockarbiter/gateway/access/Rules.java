package io.lockarbiter.gateway.access;

import io.lockarbiter.service.AccountPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules: lines of {@code SUBJECT ACCOUNTS MEMBERS RIGHTS}. A request is allowed if one line
 * allows it.
 */
public final class Rules {
  private static final String OWN = "self";

  private final @Nullable String provider;
  private final Set<String> claims;
  private final Map<String, List<Rule>> ofSubjects = new HashMap<>();
  private final List<ClaimRule> ofClaims = new ArrayList<>();

  private Rules(@Nullable String provider, Set<String> claims) {
    this.provider = provider;
    this.claims = claims;
  }

  /** As {@link #of(List, String, Set)}, where no tokens count. */
  public static Rules of(List<String> lines) {
    return of(lines, null, Set.of());
  }

  /**
   * Reads the lines of a file; empty ones and those that begin with {@code #} are ignored.
   *
   * @param provider the name of the provider of tokens; null = no tokens count
   * @param claims the claims that the lines may name
   * @throws IllegalArgumentException if a line is invalid, or can never fit a token
   */
  public static Rules of(List<String> lines, @Nullable String provider, Set<String> claims) {
    Rules rules = new Rules(provider, claims);
    for (int n = 0; n < lines.size(); n++) {
      String line = lines.get(n).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        rules.add("line " + (n + 1), line.split("\\s+"));
      }
    }
    return rules;
  }

  private void add(String where, String[] words) {
    if (words.length != 4) {
      throw new IllegalArgumentException(
          "%s has %d words, expected 4: SUBJECT ACCOUNTS MEMBERS RIGHTS, such as web acme*,beta self ask,hold,see"
              .formatted(where, words.length));
    }
    String subject = words[0];
    Rule rule = rule(where, words);
    if (subject.startsWith(ClaimRule.BEGIN)) {
      ofClaims.add(claimRule(where, subject, rule));
      return;
    }
    Subject.checkAny(where, subject);
    boolean isOfToken = subject.indexOf(':') >= 0;
    if (isOfToken) {
      checkProvider(where, subject.substring(0, subject.indexOf(':')));
    }
    if (!isOfToken && !(rule.accounts().claims().isEmpty() && rule.members().claims().isEmpty())) {
      throw new IllegalArgumentException(
          where + " is for the subject of a key and names a claim, but keys have no claims");
    }
    ofSubjects.computeIfAbsent(subject, each -> new ArrayList<>()).add(rule);
  }

  private void checkProvider(String where, String named) {
    if (provider == null) {
      throw new IllegalArgumentException(
          where
              + " is for a token, but no token counts, because lockarbiter.gateway.oidc.issuer is not set");
    }
    if (!named.equals(provider)) {
      throw new IllegalArgumentException(
          "%s is for tokens of the provider %s, but the subjects of tokens begin with lockarbiter.gateway.oidc.name=%s"
              .formatted(where, named, provider));
    }
  }

  private ClaimRule claimRule(String where, String subject, Rule rule) {
    String[] parts = subject.substring(ClaimRule.BEGIN.length()).split("=", 2);
    if (parts.length != 2 || parts[1].isEmpty()) {
      throw new IllegalArgumentException(
          where
              + " has a claim without a value, expected claim:NAME=VALUE, such as claim:groups=*");
    }
    for (String value : parts[1].split(",", -1)) {
      if (!Subject.fitsSome(value)) {
        throw new IllegalArgumentException(
            "%s has the value '%s', which no claim can have as rules write it: others than A-Z a-z 0-9 . _ @ | / + = : - are %%XX of their UTF-8 bytes, in capitals"
                .formatted(where, value));
      }
    }
    return new ClaimRule(known(where, parts[0]), new AccountPattern(parts[1]), rule);
  }

  private Rule rule(String where, String[] words) {
    Set<Right> rights = EnumSet.noneOf(Right.class);
    for (String word : words[3].split(",", -1)) {
      rights.add(right(where, word));
    }
    List<String> members = new ArrayList<>(List.of(words[2].split(",", -1)));
    boolean isForSelf = members.removeIf(OWN::equals);
    return new Rule(
        names(where, List.of(words[1].split(",", -1))), isForSelf, names(where, members), rights);
  }

  private Names names(String where, List<String> words) {
    Names names = Names.of(words);
    names.claims().forEach(claim -> known(where, claim));
    return names;
  }

  private String known(String where, String claim) {
    if (provider == null) {
      throw new IllegalArgumentException(
          "%s names the claim %s, but no token counts, because lockarbiter.gateway.oidc.issuer is not set"
              .formatted(where, claim));
    }
    if (!claims.contains(claim)) {
      throw new IllegalArgumentException(
          "%s names the claim %s, which is none of lockarbiter.gateway.oidc.claims=%s"
              .formatted(where, claim, String.join(",", claims)));
    }
    return claim;
  }

  private static Right right(String where, String word) {
    for (Right right : Right.values()) {
      if (right.word().equals(word.toLowerCase(Locale.ROOT))) {
        return right;
      }
    }
    throw new IllegalArgumentException(
        "%s has a right that is none of %s"
            .formatted(
                where,
                Arrays.stream(Right.values()).map(Right::word).collect(Collectors.joining(", "))));
  }

  /** Says whether somebody may act in the name of a member of an account. */
  public boolean allows(Identity who, String account, String member, Right right) {
    return any(who, rule -> rule.allows(who, account, member, right));
  }

  /** Says whether somebody has a right in an account, in whoever's name. */
  public boolean allows(Identity who, String account, Right right) {
    return any(who, rule -> rule.allows(who, account, right));
  }

  private boolean any(Identity who, Predicate<Rule> allows) {
    return ofSubjects.getOrDefault(who.subject(), List.of()).stream().anyMatch(allows)
        || ofClaims.stream().anyMatch(line -> allows.test(line.rule()) && line.isFor(who));
  }
}
