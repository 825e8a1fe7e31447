package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A script, put together from its file and the includes that it names ({@code -- @include name}).
 * What Java defines – the compatibility table, messages, defaults – is rendered, not written twice.
 *
 * @param source as Redis gets it
 * @param sha1 of the source, 40 hexadecimal digits, as EVALSHA wants it
 */
record LuaScript(String name, String source, String sha1) {
  private static final String INCLUDE = "-- @include ";

  static LuaScript load(String name) {
    String source =
        read("/lua/" + name + ".lua")
            .lines()
            .map(
                line -> line.startsWith(INCLUDE) ? include(line.substring(INCLUDE.length())) : line)
            .collect(Collectors.joining("\n"));
    return new LuaScript(name, source, sha1(source));
  }

  private static String include(String name) {
    return switch (name) {
      case "compatibility" -> compatibility();
      case "messages" -> messages();
      case "defaults" -> defaults();
      default -> read("/lua/includes/" + name + ".lua");
    };
  }

  /** For a mode of ours (1 … 5) and a relation (1 … 3), the modes of theirs that conflict. */
  private static String compatibility() {
    return Stream.of(Mode.values())
        .map(
            ours ->
                Stream.of(Relation.values())
                    .map(
                        relation ->
                            Compatibility.conflictingModes(ours, relation).stream()
                                .map(theirs -> String.valueOf(theirs.ordinal() + 1))
                                .collect(Collectors.joining(", ", "{", "}")))
                    .collect(Collectors.joining(", ", "  {", "}")))
        .collect(Collectors.joining(",\n", "local CONFLICTS = {\n", "\n}"));
  }

  /** Messages of refusals as JSON strings, by reason. */
  private static String messages() {
    return Stream.of(RejectReason.values())
        .map(reason -> "  " + reason.name() + " = [==[" + LockJson.quote(reason.message()) + "]==]")
        .collect(Collectors.joining(",\n", "local MESSAGES = {\n", "\n}"));
  }

  private static String defaults() {
    return "local RULES, DEFAULT_SETTINGS = '%d', '%s'"
        .formatted(Settings.RULES, SettingsText.format(Settings.DEFAULT));
  }

  private static String read(String resource) {
    try (InputStream in = LuaScript.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            resource + " is not on the class path; the build is incomplete");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
