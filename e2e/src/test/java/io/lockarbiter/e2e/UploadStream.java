package io.lockarbiter.e2e;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.lua.store.LockStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stream of uploads into one folder that never pauses, and a deletion of the folder in its
 * middle. Every upload is held for a random lease, renewed up to five times, then released or left
 * to expire.
 */
final class UploadStream {
  private static final String DELETION = "deletion";
  private static final int WARM_UP = 200;
  private static final int MOST_ACTIONS = 1_000;
  private static final int MOST_RENEWALS = 5;

  private final Random random;
  private final SimulatedLog log;
  private final Map<String, Long> held = new HashMap<>();
  private final Map<String, Integer> renewals = new HashMap<>();
  private final Set<String> heldAtArrival = new HashSet<>();
  private int uploads;
  private long arrivedAt = -1;
  private long boundMs;
  private long lastEndMs;
  private int renewedMeanwhile;
  private int askedMeanwhile;
  private int grantedMeanwhile;
  private @Nullable Granted deletion;

  UploadStream(LockStore store, long seed) {
    this.random = new Random(seed);
    this.log = new SimulatedLog(store, "acme", 1_700_000_000_000L, this::read);
  }

  /** Runs until the deletion is granted. */
  Result run() {
    for (int i = 0; i < WARM_UP; i++) {
      act();
    }
    heldAtArrival.addAll(held.keySet());
    boundMs = held.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    arrivedAt = log.nowMs();
    log.send(acquire(DELETION, "DELETE", "/folder", 600_000, 600_000));
    for (int i = 0; deletion == null && i < MOST_ACTIONS; i++) {
      act();
    }
    return new Result(
        arrivedAt,
        boundMs,
        lastEndMs,
        deletion == null ? -1 : deletion.head().at(),
        heldAtArrival.size(),
        renewedMeanwhile,
        askedMeanwhile,
        grantedMeanwhile);
  }

  private void act() {
    log.pass(random.nextInt(300));
    int choice = random.nextInt(10);
    List<String> ids = new ArrayList<>(held.keySet().stream().sorted().toList());
    ids.remove(DELETION);
    if (choice < 5 || ids.isEmpty()) {
      upload();
    } else if (choice < 9) {
      renew(ids.get(random.nextInt(ids.size())));
    } else {
      release(ids.get(random.nextInt(ids.size())));
    }
  }

  private void upload() {
    String id = "up-" + uploads++;
    if (arrivedAt >= 0 && deletion == null) {
      askedMeanwhile++;
    }
    long waitMs = random.nextBoolean() ? 0 : 1_000 + random.nextInt(60_000);
    log.send(acquire(id, "UPLOAD", "/folder/" + id, lease(), waitMs));
  }

  private void renew(String id) {
    if (renewals.merge(id, 1, Integer::sum) <= MOST_RENEWALS) {
      log.send(
          "\"type\":\"renew\",\"commandId\":\"%s-r%d\",\"subAccount\":\"of-%s\",\"lockId\":\"%s\",\"leaseMs\":%d"
              .formatted(id, renewals.get(id), id, id, lease()));
    }
  }

  private void release(String id) {
    log.send(
        "\"type\":\"release\",\"commandId\":\"%s-end\",\"subAccount\":\"of-%s\",\"lockId\":\"%s\""
            .formatted(id, id, id));
  }

  private long lease() {
    return 1_000 + random.nextInt(20_000);
  }

  private static String acquire(
      String id, String operation, String path, long leaseMs, long waitMs) {
    return "\"type\":\"acquire\",\"commandId\":\"%s\",\"subAccount\":\"of-%s\",\"operation\":\"%s\",\"path\":\"%s\",\"leaseMs\":%d,\"waitMs\":%d"
        .formatted(id, id, operation, path, leaseMs, waitMs);
  }

  private void read(Event event) {
    if (event instanceof Granted granted) {
      granted(granted);
    } else if (event instanceof Renewed renewed) {
      held.put(renewed.subject().lockId(), renewed.expiresAt());
      if (deletion == null && heldAtArrival.contains(renewed.subject().lockId())) {
        renewedMeanwhile++;
        boundMs = Math.max(boundMs, renewed.expiresAt());
      }
    } else if (event instanceof Released released
        && released.subject() instanceof LockFields fields
        && held.remove(fields.lockId()) != null
        && heldAtArrival.contains(fields.lockId())) {
      lastEndMs = Math.max(lastEndMs, released.head().at());
    }
  }

  private void granted(Granted granted) {
    String id = granted.subject().lockId();
    held.put(id, granted.expiresAt());
    if (id.equals(DELETION)) {
      deletion = granted;
    } else if (arrivedAt >= 0 && deletion == null) {
      grantedMeanwhile++;
    }
  }

  /**
   * The course of events; times are log time, epoch ms.
   *
   * @param boundMs end of the last lease, renewals included, of the locks held when the deletion
   *     arrived
   * @param lastEndMs when the last of them really ended
   * @param grantedAt time of the deletion's grant; −1 if it was not granted
   * @param heldAtArrival number of locks held when the deletion arrived
   * @param renewals of these, while it waited
   * @param asked number of uploads requested while it waited
   * @param granted number of these that overtook it
   */
  record Result(
      long arrivedAt,
      long boundMs,
      long lastEndMs,
      long grantedAt,
      int heldAtArrival,
      int renewals,
      int asked,
      int granted) {}
}
