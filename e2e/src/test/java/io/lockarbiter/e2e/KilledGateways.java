package io.lockarbiter.e2e;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Three gateways behind a plain round robin, which sends requests to those that are dead or still
 * start, too. One after the other is killed, and another started in its place, from a {@link
 * GatewayArchive} so that two busy cores have one ready within seconds. All methods but {@link
 * #next} are called by one thread.
 */
final class KilledGateways implements AutoCloseable {
  private static final int INSTANCES = 3;

  private final Deployment deployment;
  private final Map<String, String> settings;
  private final String key;
  private final List<String> options;
  private final List<GatewayProcess> processes = new ArrayList<>();
  private final AtomicReferenceArray<String> addresses = new AtomicReferenceArray<>(INSTANCES);
  private final BlockingQueue<Integer> ready = new LinkedBlockingQueue<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final ExecutorService starters = Executors.newFixedThreadPool(INSTANCES);
  private final Map<Integer, String> failures = new ConcurrentHashMap<>();

  private KilledGateways(
      Deployment deployment, Map<String, String> settings, String key, List<String> options) {
    this.deployment = deployment;
    this.settings = settings;
    this.key = key;
    this.options = options;
  }

  /** Starts all; does not wait for them. */
  static KilledGateways start(Deployment deployment, Map<String, String> settings, String key)
      throws IOException, InterruptedException {
    List<String> options = GatewayArchive.options(deployment, settings, key);
    KilledGateways gateways = new KilledGateways(deployment, settings, key, options);
    for (int slot = 0; slot < INSTANCES; slot++) {
      gateways.addresses.set(slot, "http://127.0.0.1:1"); // nobody listens there
      gateways.processes.add(gateways.started(slot));
    }
    return gateways;
  }

  private GatewayProcess started(int slot) {
    GatewayProcess process = GatewayProcess.start(deployment, settings, options);
    starters.execute(() -> awaitReady(slot, process));
    return process;
  }

  private void awaitReady(int slot, GatewayProcess process) {
    try {
      String address = process.awaitAddress();
      addresses.set(slot, address);
      GatewayCaller.of(address, key, "probe").awaitReady();
      ready.add(slot);
    } catch (Exception | AssertionError e) {
      failures.put(slot, e.toString());
    }
  }

  /** Returns the address of the next one, whether it lives or not. */
  String next() {
    return addresses.get(Math.floorMod(turn.getAndIncrement(), INSTANCES));
  }

  /** Says whether this many can send and show everything. */
  boolean areReady(int least) {
    if (!failures.isEmpty()) {
      throw new IllegalStateException("gateways did not start: " + failures);
    }
    return ready.size() >= least;
  }

  boolean areAllReady() {
    return areReady(INSTANCES);
  }

  /** Kills the one that has been ready for longest, and starts another in its place. */
  void killOne() {
    Integer slot = ready.poll();
    if (slot == null) {
      throw new IllegalStateException("no gateway is ready");
    }
    processes.get(slot).close();
    processes.set(slot, started(slot));
  }

  @Override
  public void close() {
    starters.shutdownNow();
    processes.forEach(GatewayProcess::close);
  }
}
