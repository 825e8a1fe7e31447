package io.lockarbiter.embedded.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Others may use the topics of a demo, because it prints where they are. */
class OpenUploadsTest {
  private final OpenUploads uploads = new OpenUploads();
  private final CompletableFuture<Void> open =
      uploads.open(new UploadJob(new Member("acme", "ann", null), LockPath.of("/a"), 7, 100, 0, 0));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"attributes\":{\"job\":\"7\"}",
        ",\"attributes\":{\"job\":\"7\",\"path\":\"/a\",\"bytes\":\"100\",\"sent\":\"0\"}"
      })
  void endOfALockWithOtherAttributes_isPassedOver(String attributes) {
    uploads.read(EventCodec.decode(released(attributes)));

    assertThat(open).isNotDone();
  }

  @Test
  void endOfAnUpload_isToldToWhoWaits() {
    uploads.read(
        EventCodec.decode(
            released(
                ",\"attributes\":{\"job\":\"7\",\"path\":\"/a\",\"bytes\":\"100\",\"pauses\":\"0\",\"sent\":\"0\"}")));

    assertThat(open).isDone();
  }

  private static byte[] released(String attributes) {
    return """
    {"v":1,"type":"released","seq":1,"at":5,"account":"other","commandId":"c1","cause":{"partition":0,"offset":1},"lockId":"c1","subAccount":"u1","operation":"UPLOAD","path":"/a","targets":[{"path":"/a","mode":"PUT"}],"leaseMs":1000%s,"reason":"EXPIRED","token":1,"heldMs":3}"""
        .formatted(attributes)
        .getBytes(UTF_8);
  }
}
