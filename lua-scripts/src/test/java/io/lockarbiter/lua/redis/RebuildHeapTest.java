package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A state that is being rebuilt is bounded by the charge of its locks, which follows the heap. */
class RebuildHeapTest {
  private static final int LOCKS = 5_000;

  @Test
  void chargeOfARebuiltState_isNoLessThanItsHeap() {
    assertThat(factor("no attributes", attributes(0, 0))).isLessThan(1.3);
    assertThat(factor("tiny attributes", attributes(Acquire.MAX_ATTRIBUTES, 0))).isLessThan(1.3);
    assertThat(factor("large attributes", attributes(Acquire.MAX_ATTRIBUTES, 60))).isLessThan(1.3);
  }

  private static TreeMap<String, String> attributes(int number, int bytes) {
    TreeMap<String, String> attributes = new TreeMap<>();
    for (int n = 0; n < number; n++) {
      attributes.put("" + (char) (' ' + n), "x".repeat(bytes));
    }
    return attributes;
  }

  private static double factor(String what, TreeMap<String, String> attributes) {
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    for (int n = 0; n < LOCKS; n++) {
      LockPath at = LockPath.of("/d/" + n);
      records.add(
          record(
              records.size(),
              20,
              new Acquire(
                  "acme",
                  null,
                  new LockFields(
                      "id" + n,
                      new Owner("u" + n % 10, null),
                      Operation.UPLOAD,
                      at,
                      null,
                      Operation.UPLOAD.targets(at, null),
                      600_000,
                      0,
                      List.of(),
                      attributes))));
    }
    ReferenceLockStore store = new ReferenceLockStore();
    List<byte[]> events =
        store.decide(0, FeedPosition.START, records).events().stream()
            .map(EncodedEvent::value)
            .toList();
    ModelRebuild rebuild = new ModelRebuild(0, Objects.requireNonNull(store.header(0)));
    long before = used();
    for (byte[] event : events) {
      rebuild.follow(EventCodec.decode(event), null);
    }
    long heap = used() - before;
    System.out.printf(
        "HEAP %s: %d attributes, event of %d bytes, charged %d, heap %d for each lock: factor %.1f%n",
        what,
        attributes.size(),
        events.get(events.size() - 1).length,
        rebuild.bytes() / LOCKS,
        heap / LOCKS,
        (double) heap / rebuild.bytes());
    assertThat(events).hasSizeGreaterThanOrEqualTo(LOCKS);
    return (double) heap / rebuild.bytes();
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
