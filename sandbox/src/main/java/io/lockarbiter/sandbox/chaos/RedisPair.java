package io.lockarbiter.sandbox.chaos;

import io.lockarbiter.sandbox.embedded.EmbeddedRedis;
import io.lockarbiter.sandbox.embedded.Ports;
import io.lockarbiter.sandbox.embedded.RedisWords;
import java.util.List;

/**
 * A Redis master with a replica. Clients come in through a proxy that leads to whoever is the
 * master; the replica follows through another one.
 */
final class RedisPair implements AutoCloseable {
  private static final long LOOK_MS = 20;
  private static final long PATIENCE_MS = 30_000;

  private final LateCalls calls = new LateCalls();
  private final TcpProxy front;
  private final TcpProxy link;
  private EmbeddedRedis master;
  private EmbeddedRedis replica;

  RedisPair() throws InterruptedException {
    master = EmbeddedRedis.start();
    replica = EmbeddedRedis.start();
    front = new TcpProxy(master.port(), calls);
    link = new TcpProxy(master.port(), null);
    follow();
  }

  String address() {
    return "redis://" + Ports.HOST + ":" + front.port();
  }

  TcpProxy front() {
    return front;
  }

  LateCalls calls() {
    return calls;
  }

  EmbeddedRedis master() {
    return master;
  }

  EmbeddedRedis replica() {
    return replica;
  }

  /** Says something to the master. */
  String ask(String... words) {
    return RedisWords.answer(master.port(), List.of(words));
  }

  /** The replica follows the master, and has all that it has. */
  void follow() throws InterruptedException {
    link.leadTo(master.port());
    long deadline = System.nanoTime() + PATIENCE_MS * 1_000_000;
    RedisWords.answer(
        replica.port(), List.of("REPLICAOF", Ports.HOST, Integer.toString(link.port())));
    while (!RedisWords.answer(replica.port(), List.of("INFO", "replication"))
        .contains("master_link_status:up")) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("the replica does not follow the master");
      }
      Thread.sleep(LOOK_MS);
    }
  }

  /**
   * The master dies, and its replica, which has not heard of the last writes, takes its place.
   *
   * @param unheardMs for how long it has heard nothing
   */
  void failOver(long unheardMs) throws InterruptedException {
    link.hold();
    Thread.sleep(unheardMs);
    EmbeddedRedis dead = master;
    dead.kill();
    link.cut();
    link.letGo();
    RedisWords.answer(replica.port(), List.of("REPLICAOF", "NO", "ONE"));
    master = replica;
    replica = dead;
    front.leadTo(master.port());
    front.cut();
    dead.restart();
    follow();
  }

  /** The master dies and comes back with what it had some time ago. */
  void restartWithOldDump(long ageMs) throws InterruptedException {
    ask("SAVE");
    Thread.sleep(ageMs);
    master.kill();
    front.cut();
    master.restart();
    follow();
  }

  @Override
  public void close() {
    front.close();
    link.close();
    master.resume();
    replica.resume();
    master.close();
    replica.close();
  }
}
