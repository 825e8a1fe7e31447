package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Setting;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the commands that the arbiter sends to itself; nobody receives a refusal of a bad one. */
final class ArbiterCommandReader {
  private ArbiterCommandReader() {}

  static boolean isOfArbiter(JsonObject json) {
    Object type = json.get("type");
    return (CommandType.TICK.text().equals(type) || CommandType.SETTINGS.text().equals(type))
        && !json.duplicates().containsKey("type");
  }

  static DecodedCommand read(byte @Nullable [] key, JsonObject json) {
    String what = "the " + json.get("type") + " record: ";
    if (key != null) {
      return new DecodedCommand.Dead(
          what + "the key has " + key.length + " bytes, expected no key");
    }
    for (Map.Entry<String, String> duplicate : json.duplicates().entrySet()) {
      return new DecodedCommand.Dead(what + "a field " + duplicate.getValue());
    }
    try {
      Fields fields = Fields.of(json);
      fields.whole("v", CommandCodec.VERSION, CommandCodec.VERSION, CommandCodec.VERSION);
      return new DecodedCommand.Valid(
          CommandType.TICK.text().equals(json.get("type")) ? new Tick() : settings(fields));
    } catch (BadFieldException e) {
      return new DecodedCommand.Dead(what + e.problem());
    }
  }

  private static SettingsChange settings(Fields fields) throws BadFieldException {
    SettingsChange change = SettingsChange.NOTHING;
    for (Setting setting : Setting.values()) {
      Long value = fields.optionalWhole(setting.text(), setting.min(), setting.max());
      change = change.with(setting, value == null ? null : Math.toIntExact(value));
    }
    return change;
  }
}
