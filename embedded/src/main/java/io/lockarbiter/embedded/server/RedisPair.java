package io.lockarbiter.embedded.server;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Redis master with a replica. Clients connect through a proxy that leads to the present master;
 * the replica follows through another proxy.
 */
public final class RedisPair implements RedisServer {
  private static final long LOOK_MS = 20;
  private static final long PATIENCE_MS = 30_000;

  private final TcpProxy front;
  private final TcpProxy link;
  private EmbeddedRedis master;
  private EmbeddedRedis replica;

  private RedisPair(@Nullable Supplier<? extends TcpProxy.Upstream> watch)
      throws InterruptedException {
    master = EmbeddedRedis.start();
    replica = EmbeddedRedis.start();
    front = new TcpProxy(master.port(), watch);
    link = new TcpProxy(master.port(), null);
    follow();
  }

  /**
   * Starts both on free ports, with nothing stored.
   *
   * @param watch as in {@link TcpProxy#TcpProxy}, for the connections of clients
   */
  public static RedisPair start(@Nullable Supplier<? extends TcpProxy.Upstream> watch)
      throws InterruptedException {
    return new RedisPair(watch);
  }

  /** Returns the address for clients, {@code redis://host:port}. */
  @Override
  public String address() {
    return "redis://" + Ports.HOST + ":" + front.port();
  }

  /** Returns the proxy of the clients. */
  public TcpProxy front() {
    return front;
  }

  /** Returns the present master. */
  public EmbeddedRedis master() {
    return master;
  }

  /** Returns the present replica. */
  public EmbeddedRedis replica() {
    return replica;
  }

  /** Sends a command to the master. */
  public String ask(String... words) {
    return RedisWords.answer(master.port(), List.of(words));
  }

  /** Lets the replica follow the master, and waits until it has all data. */
  public void follow() throws InterruptedException {
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
   * Kills the master; its replica takes over without the last writes.
   *
   * @param unheardMs for how long the replica has received nothing
   */
  public void failOver(long unheardMs) throws InterruptedException {
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

  /** Kills the master and starts it again with data of some time ago. */
  public void restartWithOldDump(long ageMs) throws InterruptedException {
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
