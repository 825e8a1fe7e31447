package io.lockarbiter.e2e;

import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.trial.bench.stage.LoopingThread;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;

/** Makes the faults that senders, callers and audits bring to light, and mends them. */
final class CallerFaults {
  private static final int PARTITION = 1;
  private static final int OTHER = 2;

  private final WatchedDeployment watched;
  private final AlertLog log;

  CallerFaults(WatchedDeployment watched, AlertLog log) {
    this.watched = watched;
    this.log = log;
  }

  /** Programs that write what they should not. */
  void senders() throws Exception {
    Deployment deployment = watched.deployment();
    KafkaLog kafka = deployment.log();
    log.fault(
        "a record that is no command",
        () -> kafka.send(deployment.accountIn(PARTITION), "no JSON"),
        () -> {},
        "LockArbiterDeadLetters");
    log.fault(
        "a sender that chooses partitions by itself",
        () ->
            kafka.appendTo(
                OTHER,
                deployment.accountIn(PARTITION),
                """
                {"type":"acquire","commandId":"astray","account":"%s","subAccount":"u","operation":"UPLOAD","path":"/a","leaseMs":1000}"""
                    .formatted(deployment.accountIn(PARTITION))),
        () -> {},
        "LockArbiterWrongPartition");
    log.fault(
        "a settings record of a stranger",
        () -> kafka.appendTo(PARTITION, "{\"type\":\"settings\",\"partitions\":50}"),
        () -> {},
        "LockArbiterForeignSettings");
    log.fault(
        "an account that takes locks and gives none back",
        () -> watched.traffic().greed(deployment.accountIn(OTHER)),
        () -> watched.traffic().greed(null),
        "LockArbiterRefusedForFull");
    namesHindered();
  }

  /** A lock from before the first settings hinders names without case until it ends. */
  private void namesHindered() throws Exception {
    try (Deployment names = new Deployment(watched.deployment().infrastructure(), "names")) {
      names.log().createTopics();
      String account = names.accountIn(PARTITION);
      String early = names.log().acquire(account, "early", "/F", 600_000);
      names.log().flush();
      log.fault(
          "a lock hinders a change of names",
          () -> {
            ArbiterNode arbiter = names.arbiter("lockarbiter.names.without-case", "true");
            watched.watch("names", "names-1", arbiter.address(), "/actuator/prometheus");
          },
          () -> names.log().release(account, early),
          "LockArbiterSettingsDiffer");
      log.awaitSilence();
      watched.forget("names-1");
    }
  }

  /** Faults at the gateway. */
  void callers() throws Exception {
    GatewayProcess spare = watched.startSpareGateway();
    await()
        .until(
            () ->
                !watched
                    .prometheus()
                    .query("lockarbiter_gateway_streams{job=\"spare\"}")
                    .isEmpty());
    log.fault(
        "the only gateway of a job is killed",
        spare::kill,
        () -> watched.forget("spare-1"),
        "LockArbiterGatewayAbsent");
    log.fault(
        "the policy engine is away",
        watched::stopEngine,
        watched::startEngine,
        "LockArbiterGatewayAsksInVain");
    GatewayCaller busy = watched.caller("busy");
    try (LoopingThread asks = new LoopingThread("busy", () -> ask(busy))) {
      log.fault(
          "a subject asks more than it may", asks::start, asks::close, "LockArbiterGatewayFull");
    }
  }

  private static void ask(GatewayCaller busy) {
    var unused = busy.sendAsync("GET", "/locks/none");
    LockSupport.parkNanos(20_000_000);
  }

  /** Nights that the audit finds wanting. */
  void audits() throws Exception {
    String clean = watched.audited();
    try (Deployment forged = new Deployment(watched.deployment().infrastructure(), "forged")) {
      OneEach.decideAndStop(forged);
      log.fault(
          "the audit of a night in which somebody wrote an event by hand",
          () -> {
            OneEach.strangersEvent(forged, PARTITION);
            watched.audit(forged);
          },
          () -> watched.showAudit(clean),
          "LockArbiterAuditViolation");
      log.fault(
          "the audit of a night without a request",
          () -> watched.audit(forged, "--from=" + Instant.now()),
          () -> watched.showAudit(clean),
          "LockArbiterAuditUndecidable");
    }
    log.fault(
        "the last audit was 37 hours ago",
        () -> watched.showAudit(hoursAgo(clean, 37)),
        () -> watched.showAudit(clean),
        "LockArbiterAuditMissing");
  }

  /** Nothing mends this, so it comes last: the callers stop, and the new partition stands still. */
  void grownTopic() throws Exception {
    String fails = "LockArbiterGatewayFails";
    GatewayCaller moved = watched.caller("busy").in(movedAccount());
    try (Admin admin = watched.deployment().log().admin();
        LoopingThread asks = new LoopingThread("moved", () -> upload(moved))) {
      asks.start();
      log.fault(
          "somebody gave lock.commands another partition",
          () ->
              admin
                  .createPartitions(
                      Map.of(watched.deployment().commands(), NewPartitions.increaseTo(4)))
                  .all()
                  .get(),
          () -> {
            asks.close();
            watched.traffic().close();
          },
          fails);
    }
    await().until(() -> !watched.prometheus().firing().contains(fails));
  }

  /** An account that another partition would have of four, and that is not the new one. */
  private static String movedAccount() {
    return IntStream.iterate(0, n -> n + 1)
        .mapToObj(n -> "moved" + n)
        .filter(account -> AccountHash.partition(account, 4) < 3)
        .filter(account -> AccountHash.partition(account, 4) != AccountHash.partition(account, 3))
        .findFirst()
        .orElseThrow();
  }

  private static void upload(GatewayCaller caller) {
    String id = "moved-" + System.nanoTime();
    var unused =
        caller.acquireAsync(
            id, "{\"operation\":\"UPLOAD\",\"path\":\"/%s\",\"leaseMs\":5000}".formatted(id));
    LockSupport.parkNanos(200_000_000);
  }

  /** The figures as a job left them that ended so long ago. */
  private static String hoursAgo(String figures, long hours) {
    double end = Instant.now().minus(Duration.ofHours(hours)).toEpochMilli() / 1_000.0;
    return figures.replaceFirst(
        "(?m)^(lockarbiter_audit_end_timestamp_seconds\\S*) .*$", "$1 " + end);
  }
}
