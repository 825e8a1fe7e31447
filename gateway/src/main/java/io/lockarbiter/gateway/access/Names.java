package io.lockarbiter.gateway.access;

import io.lockarbiter.service.AccountPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Accounts or members of a rule.
 *
 * @param named by their names and patterns
 * @param claims those that one of these claims of the token names, letter by letter
 */
record Names(AccountPattern named, List<String> claims) {
  /** Reads words separated by commas: names, patterns, and {@code claim:NAME}. */
  static Names of(List<String> words) {
    List<String> claims = new ArrayList<>();
    for (String word : words) {
      if (word.startsWith(ClaimRule.BEGIN)) {
        claims.add(word.substring(ClaimRule.BEGIN.length()));
      }
    }
    return new Names(
        new AccountPattern(
            words.stream()
                .filter(word -> !word.startsWith(ClaimRule.BEGIN))
                .collect(Collectors.joining(","))),
        List.copyOf(claims));
  }

  boolean contain(String name, Identity who) {
    return named.allows(name)
        || claims.stream().anyMatch(claim -> who.values(claim).contains(name));
  }
}
