package io.lockarbiter.e2e;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Three gateways behind a plain round robin, which sends requests to those that are dead or still
 * catch up, too. One after the other is killed, and another takes its place. A start costs some 4 s
 * of CPU, even from a {@link GatewayArchive}, and two busy cores have not as much every 5 s. So
 * spares start before the work begins and are frozen; one that goes on reads what it missed.
 * Without a spare a gateway starts anew. All methods but {@link #next} are called by one thread.
 */
final class KilledGateways implements AutoCloseable {
  private static final int INSTANCES = 3;

  private final Deployment deployment;
  private final Map<String, String> settings;
  private final String key;
  private final List<String> options;
  private final List<GatewayProcess> processes = new ArrayList<>();
  private final AtomicReferenceArray<String> addresses = new AtomicReferenceArray<>(INSTANCES);
  private final Set<GatewayProcess> ready = ConcurrentHashMap.newKeySet();
  private final Set<GatewayProcess> killed = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turn = new AtomicInteger();
  private final ExecutorService starters = Executors.newCachedThreadPool();
  private final Map<Integer, String> failures = new ConcurrentHashMap<>();
  private final Spares<GatewayProcess> spares = new Spares<>();

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

  /** Starts so many spares and freezes them; waits for all. */
  void keepSpares(int count) throws InterruptedException {
    spares.keep(count, this::frozen);
  }

  private GatewayProcess frozen() throws Exception {
    GatewayProcess process = GatewayProcess.start(deployment, settings, options);
    GatewayCaller.of(process.awaitAddress(), key, "probe").awaitReady();
    process.process().pause();
    return process;
  }

  /** Lets a spare go on, or starts another; does not wait until it is ready. */
  private GatewayProcess started(int slot) {
    GatewayProcess spare = spares.poll();
    GatewayProcess process =
        spare != null ? spare : GatewayProcess.start(deployment, settings, options);
    if (spare != null) {
      spare.process().resume();
    }
    starters.execute(() -> awaitReady(slot, process));
    return process;
  }

  private void awaitReady(int slot, GatewayProcess process) {
    try {
      String address = process.awaitAddress();
      addresses.set(slot, address);
      GatewayCaller.of(address, key, "probe").awaitReady();
      ready.add(process);
    } catch (Exception | AssertionError e) {
      if (!killed.contains(process)) {
        failures.put(slot, e.toString());
      }
    }
  }

  /** Returns the address of the next one, whether it lives or not. */
  String next() {
    return addresses.get(Math.floorMod(turn.getAndIncrement(), INSTANCES));
  }

  /** Says whether each has been ready to send and to show everything. */
  boolean areAllReady() {
    checkStarts();
    return ready.size() == INSTANCES;
  }

  private void checkStarts() {
    if (!failures.isEmpty()) {
      throw new IllegalStateException("gateways did not start: " + failures);
    }
  }

  /** Kills the one that lives longest, ready or not, and lets another take its place. */
  void killOne() {
    checkStarts();
    int slot = Math.floorMod(killed.size(), INSTANCES);
    GatewayProcess process = processes.get(slot);
    killed.add(process);
    process.close();
    processes.set(slot, started(slot));
  }

  /** The number of those that were ready before they were killed. */
  long readyBefore() {
    return killed.stream().filter(ready::contains).count();
  }

  @Override
  public void close() {
    starters.shutdownNow();
    processes.forEach(GatewayProcess::close);
    spares.closeAll(GatewayProcess::close);
  }
}
