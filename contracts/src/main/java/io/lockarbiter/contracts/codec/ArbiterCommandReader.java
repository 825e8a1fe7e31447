package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the commands that the arbiter sends to itself; a bad one has nobody to be told. */
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
    return new SettingsChange(
        number(fields, "rules", 1),
        number(fields, "partitions", 1),
        number(fields, "locksPerSubAccount", 1),
        number(fields, "locksPerAccount", 1),
        number(fields, "waitersPerAccount", 1),
        number(fields, "acquiresPerWindow", 0),
        number(fields, "windowMs", 1),
        number(fields, "repeatMs", 0),
        number(fields, "repeatEntries", 0));
  }

  private static @Nullable Integer number(Fields fields, String name, int min)
      throws BadFieldException {
    Long value = fields.optionalWhole(name, min, Integer.MAX_VALUE);
    return value == null ? null : Math.toIntExact(value);
  }
}
