package io.lockarbiter.service;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The accounts that somebody may see or use: names separated by commas, in which {@code *} stands
 * for any text.
 */
public final class AccountPattern {
  /** Every account. */
  public static final AccountPattern ALL = new AccountPattern("*");

  private final String text;
  private final List<Pattern> patterns;

  /** Reads the names. */
  public AccountPattern(String text) {
    this.text = text;
    this.patterns =
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .map(AccountPattern::compiled)
            .toList();
  }

  private static Pattern compiled(String part) {
    return Pattern.compile(
        Arrays.stream(part.split("\\*+", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }

  /** Says whether an account is among them. */
  public boolean allows(String account) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(account).matches());
  }

  @Override
  public String toString() {
    return text;
  }
}
