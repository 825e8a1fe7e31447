package io.lockarbiter.lua.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a script into a function of a library: Redis 7 and Valkey make its functions with the first
 * call, not with each.
 *
 * <p>So the state of a call must be made anew when the next begins, even after one that broke off.
 * It is in the outermost locals of includes that have small letters and a value. Constants have
 * capitals.
 */
final class LuaFunction {
  private static final Pattern STATE =
      Pattern.compile("(?m)^local ([a-z][a-z_]*(?:, [a-z][a-z_]*)*) = ");

  private LuaFunction() {}

  /** The text of an include, with a function behind each local that makes it anew. */
  static String renewed(String include) {
    Matcher matcher = STATE.matcher(include);
    StringBuilder text = new StringBuilder();
    int copied = 0;
    while (matcher.find()) {
      int end = endOfLine(include, matcher.end());
      text.append(include, copied, end)
          .append("afresh[#afresh + 1] = function()\n  ")
          .append(matcher.group(1))
          .append(" = ")
          .append(include, matcher.end(), end)
          .append("end\n");
      copied = end;
    }
    return text.append(include, copied, include.length()).toString();
  }

  /** The place behind the line at which all brackets are closed. */
  private static int endOfLine(String text, int from) {
    int open = 0;
    for (int place = from; place < text.length(); place++) {
      char c = text.charAt(place);
      open += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == '\n' && open == 0) {
        return place + 1;
      }
    }
    return text.length();
  }

  /**
   * An expression of Lua: a function that makes everything, and answers with the function for a
   * call.
   *
   * @param includes with what makes their state anew
   */
  static String maker(String includes, String body) {
    return """
    function()
    local afresh = {}
    %slocal function run()
    %send
    return function()
    for n = 1, #afresh do
      afresh[n]()
    end
    return run()
    end
    end
    """
        .formatted(includes, body);
  }
}
