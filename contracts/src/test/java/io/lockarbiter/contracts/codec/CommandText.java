package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.lock.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The JSON text of a command as a sender writes it, for tests that change single members; {@code '}
 * stands for quotes.
 */
record CommandText(Map<String, String> members) {

  static CommandText of(String type) {
    return new CommandText(Map.of())
        .with("type", "'" + type + "'")
        .with("commandId", "'c1'")
        .with("account", "'acme'")
        .with("subAccount", "'u9'");
  }

  /** A valid acquire: an upload of {@code /docs/plan.pdf}. */
  static CommandText acquire() {
    return of("acquire").with("operation", "'UPLOAD'").with("path", "'/docs/plan.pdf'");
  }

  static CommandText move() {
    return acquire().with("operation", "'MOVE'").with("destination", "'/archive'");
  }

  static CommandText custom() {
    return acquire()
        .with("operation", "'CUSTOM'")
        .without("path")
        .with("targets", "[{'path':'/a','mode':'READ'}]");
  }

  static CommandText renew() {
    return of("renew").with("lockId", "'l1'");
  }

  static CommandText release() {
    return of("release").with("lockId", "'l1'");
  }

  static CommandText forceRelease() {
    return of("forceRelease").with("lockId", "'l1'");
  }

  static CommandText keepAlive() {
    return of("keepAlive").with("session", "'s'");
  }

  static CommandText yieldRequest() {
    return of("yield").with("lockId", "'l1'");
  }

  CommandText with(String name, String json) {
    Map<String, String> changed = new LinkedHashMap<>(members);
    changed.put(name, json.replace('\'', '"'));
    return new CommandText(changed);
  }

  CommandText without(String name) {
    Map<String, String> changed = new LinkedHashMap<>(members);
    changed.remove(name);
    return new CommandText(changed);
  }

  /** The command with more members at its end, unchanged, even if they are duplicates. */
  String followedBy(String json) {
    String text = toString();
    return text.substring(0, text.length() - 1) + "," + json.replace('\'', '"') + "}";
  }

  @Override
  public String toString() {
    return members.entrySet().stream()
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  DecodedCommand decode() {
    return decode(toString());
  }

  /** Decodes a record with the key {@code acme}. */
  static DecodedCommand decode(String json) {
    return CommandCodec.decode("acme".getBytes(UTF_8), json.getBytes(UTF_8));
  }

  Command valid() {
    DecodedCommand decoded = decode().under(Reading.allowingAll(Settings.NEWEST_RULES));
    if (decoded instanceof DecodedCommand.Valid valid) {
      return valid.command();
    }
    throw new AssertionError("expected a valid command, got " + decoded);
  }
}
