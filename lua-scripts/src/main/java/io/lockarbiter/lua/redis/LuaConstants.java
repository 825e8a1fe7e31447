package io.lockarbiter.lua.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the values of constants in the place of their names. Redis runs all of a script with each
 * call, and Lua 5.1 has no constants: each would be a variable that is set, and handed to each
 * function that names it. Constants are outermost {@code local}s with names in capitals whose
 * values are numbers, texts and keys, or tables of these by name.
 */
final class LuaConstants {
  private static final String NAME = "[A-Z][A-Z_]*";
  private static final Pattern TABLE =
      Pattern.compile("(?m)^local (" + NAME + ") = \\{\\n((?:  \\w+ = [^,{}\\n]+,?\\n)+)\\}\\n");
  private static final Pattern MEMBER = Pattern.compile("  (\\w+) = ([^,\\n]+),?");
  private static final Pattern LOCALS =
      Pattern.compile("(?m)^local (" + NAME + "(?:, " + NAME + ")*) = (.+)\\n");
  private static final Pattern LITERAL =
      Pattern.compile("'(?:[^'\\\\]|\\\\\\d)*'|KEYS\\[\\d+]|[\\d *()-]*\\d[\\d *()-]*");

  /** Matches a call of a library function. */
  private static final String CALL = "[a-z]+\\.[a-z]+(?=\\()";

  /** Matches a text or a comment, which stays as it is, or a name. */
  private static final Pattern WORD =
      Pattern.compile(
          "'[^'\\n]*'|--.*|(?<![.\\w])(?:" + NAME + "\\.\\w+|" + CALL + "|[A-Za-z_]\\w*)");

  private final Map<String, String> values = new HashMap<>();

  /** A copy for a piece whose own constants no other piece sees. */
  LuaConstants copy() {
    LuaConstants copy = new LuaConstants();
    copy.values.putAll(values);
    return copy;
  }

  /** Replaces a name from now on, or a library function where it is called. */
  void put(String name, String value) {
    values.put(name, value);
  }

  /** The text of a piece with its own constants and those of earlier pieces replaced. */
  String inline(String text) {
    return replace(take(LOCALS, take(TABLE, text)));
  }

  /** Reads definitions and removes them; a value may name earlier constants. */
  private String take(Pattern definitions, String text) {
    Matcher matcher = definitions.matcher(text);
    StringBuilder rest = new StringBuilder();
    while (matcher.find()) {
      Map<String, String> found =
          definitions == TABLE
              ? members(matcher.group(1), matcher.group(2))
              : locals(matcher.group(1).split(", ", -1), matcher.group(2).split(", ", -1));
      boolean isConstant =
          !found.isEmpty()
              && found.values().stream().allMatch(value -> LITERAL.matcher(value).matches());
      if (isConstant) {
        values.putAll(found);
      }
      matcher.appendReplacement(rest, isConstant ? "" : Matcher.quoteReplacement(matcher.group()));
    }
    return matcher.appendTail(rest).toString();
  }

  private Map<String, String> members(String table, String members) {
    Map<String, String> found = new HashMap<>();
    MEMBER
        .matcher(members)
        .results()
        .forEach(member -> found.put(table + "." + member.group(1), replace(member.group(2))));
    return found;
  }

  private Map<String, String> locals(String[] names, String[] literals) {
    Map<String, String> found = new HashMap<>();
    for (int n = 0; n < names.length && names.length == literals.length; n++) {
      String value = replace(literals[n]);
      found.put(names[n], value.matches("\\d+|'.*'") ? value : "(" + value + ")");
    }
    return found;
  }

  private String replace(String text) {
    return WORD.matcher(text)
        .replaceAll(
            word -> Matcher.quoteReplacement(values.getOrDefault(word.group(), word.group())));
  }
}
