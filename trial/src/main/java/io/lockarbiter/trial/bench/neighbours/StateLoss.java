package io.lockarbiter.trial.bench.neighbours;

import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.embedded.server.RedisWords;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Loses the state of the partition in which harm is done. */
final class StateLoss {
  private static final String GROUP = "lockarbiter";
  private static final TopicPartition COMMANDS =
      new TopicPartition("lock.commands", NeighboursRun.PARTITION);
  private static final String UNLINK =
      "return redis.call('UNLINK', unpack(redis.call('KEYS', ARGV[1])))";

  private final BenchStage stage;

  StateLoss(BenchStage stage) {
    this.stage = stage;
  }

  /** Removes what Redis has of the partition. */
  void loseState() {
    String keys = "{%s:%d}:*".formatted(GROUP, NeighboursRun.PARTITION);
    RedisWords.answer(stage.masters().get(0).port(), List.of("EVAL", UNLINK, "0", keys));
  }

  /** Removes the commands that are decided and published, as retention does some day. */
  void cutCommands() throws InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()))) {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata().get();
      admin
          .deleteRecords(
              Map.of(
                  COMMANDS,
                  RecordsToDelete.beforeOffset(
                      Objects.requireNonNull(committed.get(COMMANDS)).offset())))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker does not remove commands", e);
    }
  }
}
