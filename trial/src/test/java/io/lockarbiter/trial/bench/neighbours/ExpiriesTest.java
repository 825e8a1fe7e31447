package io.lockarbiter.trial.bench.neighbours;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockCharge;
import org.junit.jupiter.api.Test;

/** At full size, which is too much for a test to ask for, limits must hold. */
class ExpiriesTest {
  private static final String ACCOUNT = "account-100";

  /** What earlier inputs and pings leave behind. */
  private static final int ROOM = 50 << 20;

  @Test
  void largeLocks_are60KilobytesAndFitTheLimits() {
    String targets = Expiries.large(3_999);

    assertThat(targets.length()).isBetween(60_000, 61_000);
    assertFits(4_000, acquire("CUSTOM", targets));
  }

  @Test
  void locksWithAttributes_fitTheLimits() {
    Acquire acquire = acquire("UPLOAD", Expiries.small(19_999));

    assertThat(acquire.fields().attributes().get("note")).hasSize(4_092);
    assertFits(20_000, acquire);
  }

  private static void assertFits(long count, Acquire acquire) {
    long charge = LockCharge.of(ACCOUNT, acquire.fields(), null).held();
    long ofAccount = count / HostileRun.ACCOUNTS;

    assertThat(count * charge + ROOM).isLessThan(most(Setting.BYTES_PER_PARTITION));
    assertThat(ofAccount * charge).isLessThan(most(Setting.BYTES_PER_ACCOUNT));
    assertThat(ofAccount / Expiries.OWNERS * charge)
        .isLessThan(most(Setting.BYTES_PER_SUB_ACCOUNT));
    assertThat(ofAccount / Expiries.OWNERS).isLessThan(most(Setting.ACQUIRES_PER_WINDOW));
  }

  private static long most(Setting setting) {
    return Settings.DEFAULT.get(setting);
  }

  private static Acquire acquire(String operation, String what) {
    String json = HostileRun.command("l3999", ACCOUNT, "u9", operation, what, 600_000, 0);
    DecodedCommand decoded = CommandCodec.decode(ACCOUNT.getBytes(UTF_8), json.getBytes(UTF_8));
    assertThat(decoded).isInstanceOf(DecodedCommand.Valid.class);
    return (Acquire) ((DecodedCommand.Valid) decoded).command();
  }
}
