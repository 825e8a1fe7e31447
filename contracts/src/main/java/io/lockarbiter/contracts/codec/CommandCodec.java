package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import org.jspecify.annotations.Nullable;

/** Commands as bytes of version 1, both ways. */
public final class CommandCodec {
  private CommandCodec() {}

  /** Reads a record; never throws, whatever the bytes are. */
  public static DecodedCommand decode(byte @Nullable [] key, byte @Nullable [] value) {
    throw new UnsupportedOperationException();
  }

  /** Writes a command; absent optional fields are left out. */
  public static byte[] encode(Command command) {
    throw new UnsupportedOperationException();
  }
}
