package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import org.junit.jupiter.api.Test;

/** Checks that the benchmarks measure the work that they name. */
class CodecBenchTest {
  private final CodecBench bench = new CodecBench();

  @Test
  void acquire_isValidAndPacked() {
    assertThat(bench.decodeAcquire()).isInstanceOf(Valid.class);
    assertThat(bench.packAcquire()).isGreaterThan(bench.packRelease());
  }

  @Test
  void grant_isThatOfTheAcquire() {
    Granted granted = (Granted) bench.decodeGranted();
    assertThat(granted.subject().path()).hasToString("/projects/2026/reports/final/plan.pdf");
    assertThat(granted.token()).isEqualTo(7);
    assertThat(bench.renderGranted().replyTo()).isEqualTo("gateway-3");
  }

  @Test
  void release_isThatOfTheGrant() {
    Released released = (Released) EventCodec.decode(bench.renderReleased().value());
    assertThat(released.reason()).isEqualTo(ReleaseReason.RELEASED);
    assertThat(released.heldMs()).isEqualTo(250);
    assertThat(released.token()).isEqualTo(7L);
  }
}
