package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.Verification.Check;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Both checks judge a long history, which is made while they read it. Processor time is printed: of
 * the whole process, collector and compiler included, less that for making the history. {@code
 * -Dlockarbiter.commands=2000000} is a long run.
 */
@Tag("nightly")
class VerificationSpeedTest {
  private static final long COMMANDS = Long.getLong("lockarbiter.commands", 200_000);
  private static final int HELD = 10_000;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @Test
  void longHistory_isClean() throws IOException {
    GeneratedHistory history = new GeneratedHistory(COMMANDS, HELD);
    long begin = PROCESS.getProcessCpuTime();
    PartitionVerdict verdict =
        Verification.of(history, Scope.ALL, EnumSet.allOf(Check.class), step -> {});
    double seconds = (PROCESS.getProcessCpuTime() - begin - history.generationNanos()) / 1e9;
    System.out.printf(
        "%,d commands and %,d events in %.1f s of one processor, %,.0f commands/s; heap at most"
            + " %,d MB%n",
        verdict.commands(),
        verdict.events(),
        seconds,
        verdict.commands() / seconds,
        Runtime.getRuntime().maxMemory() >> 20);

    assertThat(verdict.verdict()).isEqualTo(Verdict.CLEAN);
    assertThat(verdict.commands()).isEqualTo(COMMANDS);
  }
}
