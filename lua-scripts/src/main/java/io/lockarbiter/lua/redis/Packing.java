package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.Names;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** A maker of names and a buffer, for all records of a batch, one after another. */
final class Packing {
  private final Names names = new Names();
  private final ByteBuf buffer = Unpooled.buffer(512);

  Names names() {
    return names;
  }

  /** The buffer, which loses its content. */
  ByteBuf buffer() {
    return buffer.clear();
  }
}
