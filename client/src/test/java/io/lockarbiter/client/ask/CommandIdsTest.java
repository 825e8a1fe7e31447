package io.lockarbiter.client.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CommandIdsTest {
  /** A reader of some ids can derive neither the next one nor the reply address. */
  @Test
  void ids_shareNothing() {
    ClientAddress address = ClientAddress.of("gateway", new Random(1));
    UUID first = UUID.fromString(address.ids().next());
    UUID second = UUID.fromString(address.ids().next());

    assertThat(first.getMostSignificantBits()).isNotEqualTo(second.getMostSignificantBits());
    assertThat(first.getLeastSignificantBits()).isNotEqualTo(second.getLeastSignificantBits());
    assertThat(address.replyTo()).startsWith("gateway-").doesNotContain(first.toString());
  }
}
