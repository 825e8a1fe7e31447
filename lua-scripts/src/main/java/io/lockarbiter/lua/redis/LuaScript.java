package io.lockarbiter.lua.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script, put together from its file and all includes that it needs, directly or through others.
 *
 * @param source as Redis gets it
 * @param sha1 of the source, 40 hexadecimal digits, as EVALSHA wants it
 */
record LuaScript(String name, String source, String sha1) {

  static LuaScript load(String name) {
    LuaSource script = LuaSource.script(name);
    StringBuilder source = new StringBuilder(script.header());
    for (LuaSource include : IncludeOrder.of(script, LuaSource::include)) {
      source.append(include.header()).append(include.body());
    }
    source.append(script.body());
    return new LuaScript(name, source.toString(), sha1(source.toString()));
  }

  private static String sha1(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
