package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/** Settings as the scripts keep them: numbers of 4 bytes in the order of {@link Setting}. */
final class SettingsBytes {
  private SettingsBytes() {}

  static byte[] pack(Settings settings) {
    ByteBuffer bytes = ByteBuffer.allocate(Setting.values().length * Integer.BYTES);
    for (Setting setting : Setting.values()) {
      bytes.putInt(settings.get(setting));
    }
    return bytes.array();
  }

  static Settings read(ByteBuf bytes) {
    Map<Setting, Integer> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      values.put(setting, bytes.readInt());
    }
    return new Settings(values);
  }
}
