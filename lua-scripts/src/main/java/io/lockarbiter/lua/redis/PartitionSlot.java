package io.lockarbiter.lua.redis;

import java.nio.charset.StandardCharsets;
import org.redisson.connection.CRC16;

/**
 * Computes the hash slot in which a Redis Cluster keeps a partition; all keys of a partition are in
 * one slot.
 */
public final class PartitionSlot {
  private static final int SLOTS = 16_384;

  private PartitionSlot() {}

  /** The slot of a deployment's partition, 0 to 16,383, as {@code CLUSTER KEYSLOT} answers. */
  public static int of(String deployment, int partition) {
    byte[] tag = PartitionKey.tag(deployment, partition).getBytes(StandardCharsets.US_ASCII);
    return CRC16.crc16(tag) % SLOTS;
  }
}
