package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.gateway.live.OwnEnds;
import io.lockarbiter.gateway.stream.EventHub;
import io.lockarbiter.gateway.stream.StreamBounds;
import io.lockarbiter.gateway.stream.StreamedEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.support.ServerRequestWrapper;
import tools.jackson.databind.json.JsonMapper;

class ListHandlerTest {
  private static final String TOPIC = "lock.events";

  @TempDir private Path folder;
  private final OwnEnds ends = new OwnEnds();
  private final AtomicLong nanos = new AtomicLong();
  private final LockBook book = new LockBook(1 << 20);
  private final EventHub hub =
      new EventHub(new StreamBounds(1 << 20, 1 << 18, 10, 10), StreamedEvent::value, () -> 0);

  @Test
  void listDuringWhichEventsAreReadAnew_isRefused_forItMayLackLocks() throws Exception {
    try (EventFollower follower = follower()) {
      follower.start();
      await().until(follower::isCaughtUp);
      Gate gate = Gates.of(folder, "see");
      ListHandler lists = lists(gate, follower);
      ServerRequest request = requestDuringWhich(follower::close);
      gate.identify(request).block();
      assertThatThrownBy(() -> lists.list(request).block())
          .isInstanceOf(Refused.class)
          .hasMessageContaining("has not read the events of the last minutes yet");
    }
  }

  @Test
  void listWhenTheBrokersAnswerNoMore_isRefused_forItMayLackWhatCameSince() throws Exception {
    try (EventFollower follower = follower()) {
      follower.start();
      await().until(follower::isCaughtUp);
      Gate gate = Gates.of(folder, "see");
      ListHandler lists = lists(gate, follower);
      ServerRequest request = requestDuringWhich(() -> {});
      gate.identify(request).block();
      assertThat(Objects.requireNonNull(lists.list(request).block()).statusCode().value())
          .isEqualTo(200);
      ends.isSilent = true;
      nanos.addAndGet(EventFollower.MOST_BEHIND.toNanos());
      assertThatThrownBy(() -> lists.list(request).block())
          .isInstanceOf(Refused.class)
          .hasMessageContaining("has not reached the end of the events for 10 s");
    }
  }

  /** A request that comes while the reader is well; it fails once the query is looked at. */
  private static ServerRequest requestDuringWhich(Runnable fails) {
    return new ServerRequestWrapper(
        ServerRequest.create(
            MockServerWebExchange.from(
                MockServerHttpRequest.get("/").header("Authorization", "Bearer secret")),
            HandlerStrategies.withDefaults().messageReaders())) {
      @Override
      public String pathVariable(String name) {
        return "acme";
      }

      @Override
      public MultiValueMap<String, String> queryParams() {
        fails.run();
        return super.queryParams();
      }
    };
  }

  private ListHandler lists(Gate gate, EventFollower follower) {
    return new ListHandler(
        gate, new PolicyGate(null, hub::nanoTime), book, follower, hub, JsonMapper.shared());
  }

  private EventFollower follower() {
    TopicPartition partition = new TopicPartition(TOPIC, 0);
    MockConsumer<byte[], byte[]> log =
        new MockConsumer<>("none") {
          @Override
          public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
              Map<TopicPartition, Long> times, Duration patience) {
            return Map.of();
          }
        };
    log.updatePartitions(
        TOPIC, List.of(new PartitionInfo(TOPIC, 0, Node.noNode(), new Node[0], new Node[0])));
    log.updateBeginningOffsets(Map.of(partition, 0L));
    log.updateEndOffsets(Map.of(partition, 0L));
    return new EventFollower(() -> log, TOPIC, book, hub, partitions -> Map.of(), ends, nanos::get);
  }
}
