package io.lockarbiter.contracts.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Computes the partition of an account as Kafka's default partitioner does: murmur2 over the key's
 * bytes (source: Apache Kafka, {@code Utils.murmur2}, after Austin Appleby's MurmurHash2 with seed
 * 0x9747b28c).
 */
public final class AccountHash {
  private static final int SEED = 0x9747b28c;
  private static final int M = 0x5bd1e995;
  private static final int R = 24;

  private AccountHash() {}

  /**
   * The hash of an account, 0 … 2³¹ − 1; its partition is the hash modulo the number of partitions.
   */
  public static int of(String account) {
    return murmur2(account.getBytes(StandardCharsets.UTF_8)) & Integer.MAX_VALUE;
  }

  /** The partition that an account's records belong to. */
  public static int partition(String account, int partitions) {
    return of(account) % partitions;
  }

  private static int murmur2(byte[] data) {
    ByteBuffer words = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    int h = SEED ^ data.length;
    while (words.remaining() >= 4) {
      int k = words.getInt() * M;
      k = (k ^ (k >>> R)) * M;
      h = (h * M) ^ k;
    }
    int rest = words.remaining();
    if (rest > 0) {
      int start = words.position();
      for (int i = rest - 1; i >= 0; i--) {
        h ^= (data[start + i] & 0xff) << (8 * i);
      }
      h *= M;
    }
    h = (h ^ (h >>> 13)) * M;
    return h ^ (h >>> 15);
  }
}
