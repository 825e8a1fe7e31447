package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import org.jspecify.annotations.Nullable;

/** Reads and writes commands as bytes of version 1. */
public final class CommandCodec {
  /** Most bytes of a record's value. */
  public static final int MAX_BYTES = 65_536;

  /** The version of the wire contract, {@code v} of commands and events. */
  public static final int VERSION = 1;

  private CommandCodec() {}

  /** Reads a record by the words of this build; never throws, whatever the bytes are. */
  public static DecodedCommand decode(byte @Nullable [] key, byte @Nullable [] value) {
    return decode(key, value, Vocabulary.OF_THIS_BUILD);
  }

  /** Reads a record by the given words; never throws, whatever the bytes are. */
  public static DecodedCommand decode(
      byte @Nullable [] key, byte @Nullable [] value, Vocabulary vocabulary) {
    try {
      JsonObject json = read(value);
      return ArbiterCommandReader.isOfArbiter(json)
          ? ArbiterCommandReader.read(key, json)
          : AccountCommandReader.read(key, json, vocabulary);
    } catch (MalformedJsonException e) {
      return new DecodedCommand.Dead("the value " + e.getMessage());
    }
  }

  private static JsonObject read(byte @Nullable [] value) throws MalformedJsonException {
    if (value == null) {
      throw new MalformedJsonException("is null, expected a JSON object");
    }
    if (value.length > MAX_BYTES) {
      throw new MalformedJsonException(
          "has " + value.length + " bytes, at most " + MAX_BYTES + " are allowed");
    }
    return JsonReader.read(value);
  }

  /** Writes a command; absent optional fields are left out. */
  public static byte[] encode(Command command) {
    return CommandWriter.write(command);
  }
}
