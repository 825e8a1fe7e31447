package io.lockarbiter.lua.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts values in the place of names in capitals. Redis runs all of a script with each call, and Lua
 * 5.1 knows no constants: each would be a variable that is set, and handed to each function that
 * names it. Constants are outermost {@code local}s whose values are numbers and texts, or tables of
 * such by name.
 */
final class LuaConstants {
  private static final String NAME = "[A-Z][A-Z_]*";
  private static final Pattern TABLE =
      Pattern.compile("(?m)^local (" + NAME + ") = \\{\\n((?:  \\w+ = [^,{}\\n]+,?\\n)+)\\}\\n");
  private static final Pattern MEMBER = Pattern.compile("  (\\w+) = ([^,\\n]+),?");
  private static final Pattern LOCALS =
      Pattern.compile("(?m)^local (" + NAME + "(?:, " + NAME + ")*) = (.+)\\n");
  private static final Pattern LITERAL =
      Pattern.compile("'(?:[^'\\\\]|\\\\\\d)*'|[\\d *()-]*\\d[\\d *()-]*");

  /** A function of a library that is called. */
  private static final String CALL = "[a-z]+\\.[a-z]+(?=\\()";

  /** A text or a comment, which are left as they are; or a name. */
  private static final Pattern WORD =
      Pattern.compile(
          "'[^'\\n]*'|--.*|(?<![.\\w])(?:" + NAME + "\\.\\w+|" + CALL + "|[A-Za-z_]\\w*)");

  private final Map<String, String> values = new HashMap<>();

  /** For a piece whose own constants nobody else sees. */
  LuaConstants copy() {
    LuaConstants copy = new LuaConstants();
    copy.values.putAll(values);
    return copy;
  }

  /** Has a name, or a function of a library where it is called, replaced from now on. */
  void put(String name, String value) {
    values.put(name, value);
  }

  /** A piece of a script without its constants and those of the pieces before. */
  String inline(String text) {
    return replace(take(LOCALS, take(TABLE, text)));
  }

  /** Learns definitions and takes them out; a value may name constants that came before. */
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
