package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The includes that Java writes: what both sides must know stands in Java only. */
final class RenderedLua {
  private RenderedLua() {}

  /** The number of the first constant of an enum where the scripts know its constants by number. */
  static final int FIRST_NUMBER = 1;

  /** The include of that name; null if it is a file. */
  static @Nullable String of(String name) {
    return switch (name) {
      case "compatibility" -> compatibility();
      case "messages" -> messages();
      case "keys" -> keys();
      case "modes" -> modes();
      case "relations" -> relations();
      case "event_types" -> eventTypes();
      case "kinds" -> kinds();
      case "outcomes" -> outcomes();
      case "bounds" -> bounds();
      case "defaults" -> defaults();
      case "setting_names" -> settingNames();
      case "call_arguments" -> arguments("CALL", CallArgument.values(), 1);
      case "record_arguments" -> arguments("RECORD", RecordArgument.values(), 0);
      case "acquire_arguments" -> arguments("ACQUIRE", AcquireArgument.values(), 0);
      case "reference_arguments" -> arguments("REFERENCE", ReferenceArgument.values(), 0);
      case "refusal_arguments" -> arguments("REFUSAL", RefusalArgument.values(), 0);
      case "applied_places" -> places("APPLIED_REPLY", ScriptReply.Applied.values());
      case "view_arguments" -> arguments("VIEW", ViewArgument.values(), 1);
      case "page_places" -> places("PAGE_REPLY", ScriptReply.Page.values());
      case "header_places" -> places("HEADER_REPLY", ScriptReply.Header.values());
      case "lock_places" -> places("LOCK_REPLY", ScriptReply.Lock.values());
      case "explain_places" -> places("EXPLAIN_REPLY", ScriptReply.Explained.values());
      case "state_places" -> places("STATE_REPLY", ScriptReply.State.values());
      case "ended_places" -> places("ENDED_REPLY", ScriptReply.Ended.values());
      default -> null;
    };
  }

  /** The number of a constant, as the scripts know it. */
  static int number(Enum<?> constant) {
    return constant.ordinal() + FIRST_NUMBER;
  }

  /** Where arguments stand, counted from the first of their group; REST is what follows them. */
  private static String arguments(String table, Enum<?>[] arguments, int first) {
    Stream<String> positions = Stream.of(arguments).map(argument -> position(argument, first));
    return table(
        table, Stream.concat(positions, Stream.of("REST = " + (first + arguments.length))));
  }

  private static String position(Enum<?> constant, int first) {
    return constant.name() + " = " + (first + constant.ordinal());
  }

  /** Where the parts of an answer stand. */
  private static String places(String table, Enum<?>[] places) {
    return table(table, Stream.of(places).map(place -> position(place, 1)));
  }

  private static String table(String name, Stream<String> members) {
    return members.collect(Collectors.joining(",\n  ", "local " + name + " = {\n  ", "\n}"));
  }

  private static String locals(Stream<String> assignments) {
    return assignments.map(line -> "local " + line).collect(Collectors.joining("\n"));
  }

  private static String keys() {
    return table(
        "KEY",
        Stream.of(PartitionKey.values())
            .map(key -> key.name() + " = KEYS[" + (key.ordinal() + 1) + "]"));
  }

  /** Modes by number, and how many there are. */
  private static String modes() {
    Stream<String> numbers =
        Stream.of(Mode.values()).map(mode -> mode.name() + " = " + number(mode));
    return table("MODE", numbers) + "\nlocal MODES = " + Mode.values().length;
  }

  private static String relations() {
    Stream<String> numbers =
        Stream.of(Relation.values()).map(relation -> relation.name() + " = " + number(relation));
    Stream<String> names = Stream.of(Relation.values()).map(relation -> quoted(relation.name()));
    return locals(numbers) + "\n" + table("RELATION_NAMES", names);
  }

  private static String eventTypes() {
    return table(
        "EVENT_TYPES",
        Stream.of(EventType.values()).map(type -> type.text() + " = " + number(type)));
  }

  private static String kinds() {
    return table(
        "KIND",
        Stream.of(RecordKind.values()).map(kind -> kind.name() + " = " + quoted(kind.letter())));
  }

  private static String outcomes() {
    return table(
        "OUTCOME",
        Stream.of(OutcomeWord.values()).map(word -> word.name() + " = " + quoted(word.name())));
  }

  private static String bounds() {
    return locals(
        Stream.of(
            "MOST_BLOCKERS = " + Blocker.MAX_LISTED,
            "MOST_NODES = " + Settings.MAX_DEADLOCK_NODES));
  }

  private static String defaults() {
    return locals(
        Stream.of(
            "RULES = " + quoted(String.valueOf(Settings.RULES)),
            "UNTOLD = " + Settings.UNTOLD,
            "DEFAULT_SETTINGS = " + quoted(SettingsText.format(Settings.INITIAL))));
  }

  private static String settingNames() {
    Stream<String> names =
        Stream.of(Setting.values()).map(setting -> quoted(setting.name().toLowerCase(Locale.ROOT)));
    return table("SETTING_NAMES", names)
        + "\nlocal RULES_PLACE = "
        + Setting.RULES.ordinal()
        + "\nlocal PARTITIONS_PLACE = "
        + Setting.PARTITIONS.ordinal();
  }

  private static String quoted(String word) {
    return "'" + word + "'";
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
                                .map(theirs -> String.valueOf(number(theirs)))
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
}
