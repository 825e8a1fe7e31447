package io.lockarbiter.embedded.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Release;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LoadSlotTest {
  private final LoadSlot slot = new LoadSlot(1_234, "account-7", "u3", 0);

  @Test
  void acquire_isAValidCommandOfDepthFive() {
    Acquire acquire = (Acquire) decoded(slot.nextAcquire());

    assertThat(acquire.account()).isEqualTo("account-7");
    assertThat(acquire.owner().subAccount()).isEqualTo("u3", 0);
    assertThat(acquire.fields().path()).isNotNull();
    assertThat(acquire.fields().targets().get(0).path().depth()).isEqualTo(5);
    assertThat(LoadSlot.index(acquire.commandId().getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(1_234);
  }

  @Test
  void release_namesTheLockAcquiredLast() {
    Acquire first = (Acquire) decoded(slot.nextAcquire());
    Acquire second = (Acquire) decoded(slot.nextAcquire());

    Release release = (Release) decoded(slot.release());

    assertThat(second.commandId()).isNotEqualTo(first.commandId());
    assertThat(release.lockId()).isEqualTo(second.commandId());
    assertThat(release.commandId()).isNotEqualTo(second.commandId());
    assertThat(release.owner()).isEqualTo(second.owner());
  }

  @Test
  void otherSlots_haveOtherPaths() {
    Acquire ours = (Acquire) decoded(slot.nextAcquire());
    Acquire theirs = (Acquire) decoded(new LoadSlot(1_235, "account-7", "u3", 0).nextAcquire());

    assertThat(ours.fields().path()).isNotEqualTo(theirs.fields().path());
  }

  private Command decoded(byte[] command) {
    DecodedCommand content = CommandCodec.decode(slot.account(), command);
    assertThat(content).isInstanceOf(DecodedCommand.Valid.class);
    return ((DecodedCommand.Valid) content).command();
  }
}
