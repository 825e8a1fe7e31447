package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileContentTest {
  private static final Member MEMBER = new Member("acme", "u1", null);

  @ParameterizedTest
  @ValueSource(ints = {FileContent.MIN_BYTES, 17, 1_000, 32_768})
  void wholeFile_namesItsJob(int bytes) {
    byte[] content = FileContent.of(job(42, bytes));

    assertThat(content).hasSize(bytes);
    assertThat(FileContent.jobOf(content)).isEqualTo(42);
  }

  @Test
  void partOfAFile_isTorn() {
    byte[] content = FileContent.of(job(42, 1_000));

    assertThat(FileContent.jobOf(Arrays.copyOf(content, 999))).isNull();
    assertThat(FileContent.jobOf(Arrays.copyOf(content, 1_001))).isNull();
    assertThat(FileContent.jobOf(new byte[0])).isNull();
  }

  @Test
  void mixtureOfTwoUploads_isTorn() {
    byte[] mixed = FileContent.of(job(42, 1_000));
    byte[] other = FileContent.of(job(43, 1_000));
    System.arraycopy(other, 500, mixed, 500, 500);

    assertThat(FileContent.jobOf(mixed)).isNull();
  }

  private static UploadJob job(long number, int bytes) {
    return new UploadJob(MEMBER, LockPath.of("/a"), number, bytes);
  }
}
