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
import java.util.stream.Collectors;

/**
 * The rules: lines of {@code SUBJECT ACCOUNTS MEMBERS RIGHTS}. A request is allowed if one line
 * allows it.
 */
public final class Rules {
  private static final String OWN = "self";

  private final Map<String, List<Rule>> ofSubjects = new HashMap<>();

  private Rules() {}

  /**
   * Reads the lines of a file; empty ones and those that begin with {@code #} are ignored.
   *
   * @throws IllegalArgumentException if a line is invalid
   */
  public static Rules of(List<String> lines) {
    Rules rules = new Rules();
    for (int n = 0; n < lines.size(); n++) {
      String line = lines.get(n).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        Rule rule = rule(n + 1, line.split("\\s+"));
        rules.ofSubjects.computeIfAbsent(rule.subject(), each -> new ArrayList<>()).add(rule);
      }
    }
    return rules;
  }

  private static Rule rule(int line, String[] words) {
    if (words.length != 4) {
      throw new IllegalArgumentException(
          "line %d has %d words, expected 4: SUBJECT ACCOUNTS MEMBERS RIGHTS, such as web acme*,beta self ask,hold,see"
              .formatted(line, words.length));
    }
    Subject.check("line " + line, words[0]);
    Set<Right> rights = EnumSet.noneOf(Right.class);
    for (String word : words[3].split(",", -1)) {
      rights.add(right(line, word));
    }
    List<String> members = new ArrayList<>(List.of(words[2].split(",", -1)));
    boolean isForSelf = members.removeIf(OWN::equals);
    return new Rule(
        words[0],
        new AccountPattern(words[1]),
        isForSelf,
        new AccountPattern(String.join(",", members)),
        rights);
  }

  private static Right right(int line, String word) {
    for (Right right : Right.values()) {
      if (right.word().equals(word.toLowerCase(Locale.ROOT))) {
        return right;
      }
    }
    throw new IllegalArgumentException(
        "line %d has a right that is none of %s"
            .formatted(
                line,
                Arrays.stream(Right.values()).map(Right::word).collect(Collectors.joining(", "))));
  }

  /** Says whether a subject may act in the name of a member of an account. */
  public boolean allows(String subject, String account, String member, Right right) {
    return of(subject).stream().anyMatch(rule -> rule.allows(account, member, right));
  }

  /** Says whether a subject has a right in an account, in whoever's name. */
  public boolean allows(String subject, String account, Right right) {
    return of(subject).stream().anyMatch(rule -> rule.allows(account, right));
  }

  private List<Rule> of(String subject) {
    return ofSubjects.getOrDefault(subject, List.of());
  }
}
