package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.MovedMemory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Renders the includes that Java writes: definitions that both sides need are in Java only. */
final class RenderedLua {
  private RenderedLua() {}

  /** The number of the first constant of an enum where the scripts know its constants by number. */
  static final int FIRST_NUMBER = 1;

  /** The text of the rendered include of that name; null if the include is a file. */
  static @Nullable String of(String name) {
    return switch (name) {
      case "conflict_flags" -> conflictFlags();
      case "reasons" -> reasons();
      case "keys" -> keys();
      case "modes" -> modes();
      case "operations" -> operations();
      case "flags" -> flags();
      case "relations" -> relations();
      case "event_types" -> eventTypes();
      case "kinds" -> kinds();
      case "outcomes" -> outcomes();
      case "readings" -> readings();
      case "bounds" -> bounds();
      case "defaults" -> defaults();
      case "setting_places" -> settingPlaces();
      case "call_arguments" -> arguments("CALL", CallArgument.values(), 1);
      case "applied_places" -> places("APPLIED_REPLY", ScriptReply.Applied.values());
      case "view_arguments" -> arguments("VIEW", ViewArgument.values(), 1);
      case "restore_arguments" -> arguments("RESTORE", RestoreArgument.values(), 1);
      case "page_places" -> places("PAGE_REPLY", ScriptReply.Page.values());
      case "state_places" -> places("STATE_REPLY", ScriptReply.State.values());
      default -> null;
    };
  }

  /** The number by which the scripts know a constant. */
  static int number(Enum<?> constant) {
    return constant.ordinal() + FIRST_NUMBER;
  }

  /**
   * A table with the places of arguments, counted from the first of their group; REST is the place
   * after them.
   */
  private static String arguments(String table, Enum<?>[] arguments, int first) {
    Stream<String> positions = Stream.of(arguments).map(argument -> position(argument, first));
    return table(
        table, Stream.concat(positions, Stream.of("REST = " + (first + arguments.length))));
  }

  private static String position(Enum<?> constant, int first) {
    return constant.name() + " = " + (first + constant.ordinal());
  }

  /** A table with the places of the parts of an answer. */
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

  /** The modes by number, and their count. */
  private static String modes() {
    Stream<String> numbers = Mode.known().stream().map(mode -> mode.name() + " = " + number(mode));
    return table("MODE", numbers) + "\nlocal MODES = " + Mode.known().size();
  }

  /** The operations that are told apart, as {@link LockBytes} writes them. */
  private static String operations() {
    return table(
        "OPERATION",
        Stream.of(
                Operation.RENAME,
                Operation.MOVE,
                Operation.UPLOAD,
                Operation.CREATE_FOLDER,
                Operation.CUSTOM)
            .map(operation -> operation.name() + " = " + operation.ordinal()));
  }

  /** A flag for each counter of a path, counted from 1; 0 is no counter and has none. */
  private static String flags() {
    return table(
        "FLAGS",
        IntStream.range(0, 4 * Mode.known().size())
            .mapToObj(counter -> String.valueOf(1L << counter)));
  }

  private static String relations() {
    Stream<String> numbers =
        Relation.known().stream().map(relation -> relation.name() + " = " + number(relation));
    return locals(Stream.concat(numbers, Stream.of("RELATIONS = " + Relation.known().size())));
  }

  private static String eventTypes() {
    return table(
        "EVENT_TYPES", EventType.known().stream().map(type -> type.text() + " = " + number(type)));
  }

  private static String kinds() {
    return table(
        "KIND",
        Stream.of(RecordKind.values()).map(kind -> kind.name() + " = " + (int) kind.letter()));
  }

  private static String outcomes() {
    return table(
        "OUTCOME",
        Stream.of(OutcomeWord.values()).map(word -> word.name() + " = " + quoted(word.name())));
  }

  private static String readings() {
    return locals(
        Stream.of(
            "WITHOUT_CASE = " + Reading.WITHOUT_CASE,
            "WITHOUT_BACKSLASH = " + Reading.WITHOUT_BACKSLASH,
            "WITHOUT_EXISTING = " + Reading.WITHOUT_EXISTING));
  }

  private static String bounds() {
    return locals(
        Stream.of(
            "MOST_BLOCKERS = " + Blocker.MAX_LISTED,
            "MOST_NODES = " + Settings.MAX_DEADLOCK_NODES,
            "MOST_ASKED = " + Settings.MAX_ASKED,
            "MOST_RELEASED = " + Settings.MAX_RELEASED,
            "YIELD_PAUSE_MS = " + Settings.YIELD_PAUSE_MS,
            "MAX_LEASE_MS = " + Settings.MAX_LEASE_MS,
            "NO_END = " + LockFields.NO_END,
            "TELL_MS = " + Settings.TELL_MS,
            "TELL_STEP_MS = " + Settings.TELL_STEP_MS,
            "CLOCK_STEP_MS = " + LogClock.STEP_MS,
            "PATH_BYTES = " + AnswerBounds.PATH_BYTES,
            "PATH_END_BYTES = " + AnswerBounds.PATH_END_BYTES,
            "ELLIPSIS = " + quoted(AnswerBounds.ELLIPSIS),
            "BLOCKER_BYTES = " + AnswerBounds.BLOCKER_BYTES,
            "BLOCKERS_BYTES = " + AnswerBounds.BLOCKERS_BYTES,
            "BLOCKERS_BYTES_BESIDE_CYCLE = " + AnswerBounds.BLOCKERS_BYTES_BESIDE_CYCLE,
            "MOVED_BYTES = " + AnswerBounds.MOVED_BYTES,
            "MOVED_KEPT_MS = " + MovedMemory.KEPT_MS,
            "MOST_MOVED = " + MovedMemory.MOST_PATHS,
            "MOST_MOVED_BYTES = " + MovedMemory.MOST_BYTES,
            "MOST_MOVED_OF_ALL = " + MovedMemory.MOST_BYTES_OF_ALL,
            "MOVED_TOLD_MS = " + MovedMemory.TOLD_MS,
            "MOVED_CHARGE = " + MovedMemory.CHARGE,
            "MOST_SEGMENTS = " + LockPath.MAX_SEGMENTS,
            "MOST_PATH_BYTES = " + LockPath.MAX_BYTES,
            "CYCLE_BYTES = " + AnswerBounds.CYCLE_BYTES,
            "CYCLE_ID_BYTES = " + AnswerBounds.CYCLE_ID_BYTES));
  }

  private static String defaults() {
    return locals(
        Stream.of(
            "UNTOLD = " + Settings.UNTOLD,
            "UNTOLD_CASE = " + Settings.UNTOLD_CASE,
            "DEFAULT_SETTINGS = " + quoted(escaped(SettingsBytes.pack(Settings.INITIAL)))));
  }

  private static String settingPlaces() {
    int settings = Setting.values().length;
    return places("SETTING", Setting.values())
        + "\n"
        + locals(
            Stream.of(
                "SETTINGS = " + settings,
                "SETTINGS_FORMAT = " + quoted(">" + "I4".repeat(settings))));
  }

  private static String escaped(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      text.append("\\%03d".formatted(each & 0xFF));
    }
    return text.toString();
  }

  private static String quoted(String word) {
    return "'" + word + "'";
  }

  /**
   * For a mode of ours (1 … 8) and a relation (1 … 3), the counters of others that conflict, as
   * flags: a bit for each mode, the lowest for the first. For descendants these are the counters
   * below a path, which follow those at it.
   */
  private static String conflictFlags() {
    return Mode.known().stream()
        .map(
            ours ->
                Relation.known().stream()
                    .map(relation -> String.valueOf(flags(ours, relation)))
                    .collect(Collectors.joining(", ", "  ", "")))
        .collect(Collectors.joining(",\n", "local CONFLICT_FLAGS = {\n", "\n}"));
  }

  private static int flags(Mode ours, Relation relation) {
    int shift = relation == Relation.DESCENDANT ? Mode.known().size() : 0;
    return Mode.known().stream()
        .filter(theirs -> Compatibility.conflictsWith(ours, relation, theirs))
        .mapToInt(theirs -> 1 << (theirs.ordinal() + shift))
        .sum();
  }

  private static String reasons() {
    return reasons("REJECTED", RejectReason.known())
        + "\n"
        + reasons("RELEASED", ReleaseReason.known());
  }

  private static String reasons(String name, List<? extends Enum<?>> reasons) {
    return table(name, reasons.stream().map(reason -> reason.name() + " = " + number(reason)));
  }
}
