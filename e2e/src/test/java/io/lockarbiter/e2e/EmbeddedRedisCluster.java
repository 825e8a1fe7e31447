package io.lockarbiter.e2e;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.EmbeddedStartException;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.embedded.server.RedisWords;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The masters of a Redis Cluster, each a {@code redis-server} process on the loopback address; no
 * replicas. Not thread-safe.
 */
final class EmbeddedRedisCluster implements AutoCloseable {
  /** Hash slots of a cluster. */
  static final int SLOTS = 16_384;

  /** The port of a node's bus is this much above its own. */
  private static final int BUS = 10_000;

  private static final int LAST_PORT = 65_535;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final List<EmbeddedRedis> masters = new ArrayList<>();

  private EmbeddedRedisCluster() {}

  /**
   * Starts so many masters and waits until they form a cluster.
   *
   * @param firstSlots the first hash slot of each master, rising from 0; the last master has the
   *     rest
   */
  static EmbeddedRedisCluster start(List<Integer> firstSlots) {
    EmbeddedRedisCluster cluster = new EmbeddedRedisCluster();
    try {
      for (int n = 0; n < firstSlots.size(); n++) {
        int end = n + 1 < firstSlots.size() ? firstSlots.get(n + 1) : SLOTS;
        cluster.add(firstSlots.get(n), end);
      }
      cluster.awaitWhole();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void add(int firstSlot, int endSlot) {
    EmbeddedRedis master =
        EmbeddedRedis.start(
            RedisOptions.DEFAULT
                .withPort(freePort())
                .withArguments("--cluster-enabled", "yes", "--cluster-announce-ip", Ports.HOST));
    masters.add(master);
    if (masters.size() > 1) {
      String first = Integer.toString(masters.get(0).port());
      requireOk(master, List.of("CLUSTER", "MEET", Ports.HOST, first));
    }
    List<String> slots = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
    for (int slot = firstSlot; slot < endSlot; slot++) {
      slots.add(Integer.toString(slot));
    }
    requireOk(master, slots);
  }

  /** Returns a free port whose bus port is free, too. */
  static int freePort() {
    while (true) {
      int port = Ports.free();
      if (port + BUS <= LAST_PORT && Ports.isFree(port + BUS)) {
        return port;
      }
    }
  }

  private static void requireOk(EmbeddedRedis master, List<String> command) {
    String answer = RedisWords.answer(master.port(), command);
    if (!answer.equals("+OK")) {
      throw new EmbeddedStartException(
          "the embedded Redis Cluster did not start: port=%d answered %s to %s %s. Fix: another binary (6.2 or newer)"
              .formatted(master.port(), answer, command.get(0), command.get(1)));
    }
  }

  /** Waits until every master knows every other, and each slot. */
  private void awaitWhole() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!masters.stream().allMatch(this::knowsAll)) {
      if (System.nanoTime() - deadline > 0) {
        throw new EmbeddedStartException(
            "the embedded Redis Cluster did not come together within 60 s: "
                + info(masters.get(0)).replace("\r\n", " "));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EmbeddedStartException("interrupted while a Redis Cluster came together");
      }
    }
  }

  private boolean knowsAll(EmbeddedRedis master) {
    return info(master)
        .lines()
        .toList()
        .containsAll(
            List.of(
                "cluster_state:ok",
                "cluster_slots_ok:" + SLOTS,
                "cluster_known_nodes:" + masters.size()));
  }

  private static String info(EmbeddedRedis master) {
    return RedisWords.answer(master.port(), List.of("CLUSTER", "INFO"));
  }

  /** Returns the masters, in the order of their slots. */
  List<EmbeddedRedis> masters() {
    return List.copyOf(masters);
  }

  @Override
  public void close() {
    masters.forEach(EmbeddedRedis::close);
    masters.clear();
  }
}
