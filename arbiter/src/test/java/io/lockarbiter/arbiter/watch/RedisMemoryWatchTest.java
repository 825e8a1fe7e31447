package io.lockarbiter.arbiter.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RedisMemoryWatchTest {
  private static final long MB = 1 << 20;

  private RedisMemory master = new RedisMemory("redis://a:1", 0, 0);
  private final RedisMemoryWatch watch = new RedisMemoryWatch(() -> List.of(master));

  @Test
  void masterNearItsLimit_isWarnedAboutOnceUntilThereIsRoom(CapturedOutput output) {
    look(800, 1_000);
    assertThat(output).isEmpty();

    look(900, 1_000);
    look(950, 1_000);
    assertThat(output).contains("WARN", "Redis at redis://a:1 uses 900 of 1000 MB (90 %)");
    assertThat(output.getOut().lines().filter(line -> line.contains("WARN"))).hasSize(1);

    look(950, 2_000);
    assertThat(output).contains("Redis at redis://a:1 has room again");
    assertThat(watch.masters()).containsExactly(master);
  }

  @Test
  void masterWithoutALimit_isNeverNearIt(CapturedOutput output) {
    look(1_000_000, 0);

    assertThat(output).isEmpty();
    assertThat(master.share()).isZero();
  }

  private void look(long usedMb, long maxMb) {
    master = new RedisMemory("redis://a:1", usedMb * MB, maxMb * MB);
    watch.look();
  }
}
