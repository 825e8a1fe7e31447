package io.lockarbiter.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.stream.StreamStage.Reader;
import org.junit.jupiter.api.Test;

/** The places in the events from which readers go on. */
class StreamPlacesTest {
  private final StreamStage stage = StreamStage.wide();

  private static void awaitTold(Reader reader, String... expected) {
    await().untilAsserted(() -> assertThat(reader.told()).containsExactly(expected));
  }

  private static void awaitFirst(Reader reader, String expected) {
    await().until(() -> !reader.text().isEmpty());
    assertThat(reader.text()).startsWith(expected);
  }

  @Test
  void readerWhoseConnectionBreaksBeforeAReset_hasNoIdThatHidesIt() {
    for (int n = 0; n < 10_000; n++) {
      stage.see(n, "l" + n, "ann");
    }
    for (String lost : new String[] {"0:10:10", "0:9000:1700", "nonsense"}) {
      awaitFirst(stage.reading("ann", lost), "retry: 1000\n\nid: 0:9999:9999\nevent: reset\n");
    }
    StreamStage small = new StreamStage(new StreamBounds(1 << 20, 1 << 13, 100, 10));
    for (int n = 0; n < 1_000; n++) {
      small.see(n, "l" + n, "ann");
    }
    Reader much = small.reading("ann", "0:500:500");
    awaitFirst(much, "retry: 1000\n\nid: 0:999:999\nevent: reset\ndata: {\"reason\":\"TOO_MUCH\"");
  }

  @Test
  void positionOfAnInstanceThatBeganAtTheEnd_isKnownByTheOthers_andTheirsByIt() {
    StreamStage fresh = StreamStage.wide();
    fresh.hub.begin(0, 1, 500);
    for (int n = 0; n < 500; n++) {
      stage.see(n, "l" + n, "ann");
    }
    String unknownTime = fresh.hub.position("acme");
    assertThat(unknownTime).isEqualTo("0:499:0");
    Reader there = stage.reading("ann", unknownTime);
    Reader here = fresh.reading("ann", stage.hub.position("acme"));
    stage.see(500, "l500", "ann");
    Reader later = stage.reading("ann", unknownTime);
    fresh.see(500, "l500", "ann");
    awaitTold(there, "l500");
    awaitTold(here, "l500");
    awaitTold(later, "l500");
  }

  @Test
  void positionOfUnknownTime_isReachedByAnInstanceThatIsBehind() {
    stage.see(0, "l0", "ann");
    Reader ahead = stage.reading("ann", "0:2:0");
    for (int n = 1; n < 4; n++) {
      stage.see(n, "l" + n, "ann");
    }
    awaitTold(ahead, "l3");
  }

  @Test
  void timeBeforeTheFirstEvent_isNoPosition() {
    awaitTold(stage.reading("ann", "0:-1:77"), "UNKNOWN_POSITION");
    stage.see(0, "l0", "ann");
    awaitTold(stage.reading("ann", "0:-1:0"), "l0");
  }
}
