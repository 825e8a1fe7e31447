package io.lockarbiter.lua.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LockChargeTest {
  /** The expected charges follow the table of RULES.md, Limits, worked out by hand. */
  @Test
  void lock_isChargedByWhatItSays() {
    LockFields fields =
        new LockFields(
            "id",
            new Owner("é", "s"),
            Operation.CUSTOM,
            null,
            null,
            List.of(
                new Target(LockPath.ROOT, Mode.READ), new Target(LockPath.of("/a/é"), Mode.PUT)),
            30_000,
            0,
            List.of("other"),
            new TreeMap<>(Map.of("k", "value")));

    LockCharge charge = LockCharge.of("acme", fields, "me");

    int names = 4 + 2 + 2 + 1 + 2;
    int root = 250 + 4 + 120;
    int file = 250 + 4 * 5 + 3 * 120;
    int held = 500 + names + 2 * 6 + root + file + 40 + 5;
    assertThat(charge).isEqualTo(new LockCharge(held, held + 400 + 4 * 200 + 150, 600 + names));
  }

  /** One target was sent otherwise than it is compared, so both are kept as they were sent. */
  @Test
  void lockWithCapitals_isChargedForWhatWasSentToo() {
    LockFields asCompared = targets(LockPath.of("/b"), LockPath.of("/a").withoutCase());
    LockFields withCapitals =
        targets(LockPath.of("/b").withoutCase(), LockPath.of("/A").withoutCase());

    LockCharge charge = LockCharge.of("acme", asCompared, null);

    int sent = 2 * (2 + 2);
    assertThat(LockCharge.of("acme", withCapitals, null))
        .isEqualTo(new LockCharge(charge.held() + sent, charge.waiting() + sent, charge.ended()));
  }

  private static LockFields targets(LockPath first, LockPath second) {
    return new LockFields(
        "id",
        new Owner("u", null),
        Operation.CUSTOM,
        null,
        null,
        List.of(new Target(first, Mode.READ), new Target(second, Mode.PUT)),
        30_000,
        0,
        List.of(),
        new TreeMap<>());
  }
}
