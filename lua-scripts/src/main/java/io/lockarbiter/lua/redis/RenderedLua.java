package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Settings;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The includes that Java writes: what both sides must know stands in Java only. */
final class RenderedLua {
  private RenderedLua() {}

  /** The include of that name; null if it is a file. */
  static @Nullable String of(String name) {
    return switch (name) {
      case "compatibility" -> compatibility();
      case "messages" -> messages();
      case "defaults" -> defaults();
      default -> null;
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
}
