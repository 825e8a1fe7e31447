package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.FRESH;
import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.answering;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The next batch is decided while one is being committed. */
class CommitBesideTest {
  private final PipelineFixture given = new PipelineFixture();

  @Test
  void nextBatch_isDecidedWhileTheOneBeforeIsBeingCommitted() {
    List<Runnable> commits = new ArrayList<>();
    given.committers = commits::add;
    List<FeedPosition> asked = new ArrayList<>();
    PartitionPipeline pipeline =
        given.pipeline(
            FRESH,
            watched(
                position -> {
                  asked.add(position);
                  commits.forEach(Runnable::run);
                }));

    assertThat(pipeline.process(batch(0, 1), true)).as("not known yet").isNull();
    assertThat(given.published).isEmpty();
    PartitionProgress progress = requireNonNull(pipeline.process(batch(2, 2), false));

    assertThat(asked).containsExactly(new FeedPosition(-1, 0, 0), new FeedPosition(1, 0, 2));
    assertThat(progress.publishedSeq()).isEqualTo(3);
    assertThat(given.seqs(0)).containsExactly(1L, 2L);
    assertThat(given.seqs(1)).containsExactly(3L);
    pipeline.process(batch(3, 3), false);
    assertThat(asked.get(2)).isEqualTo(new FeedPosition(2, 3, 3));
  }

  @Test
  void commitBesideThatFailed_endsThePipelineAtTheNextBatch() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    given.failing = true;
    pipeline.process(batch(0, 1), true);
    given.failing = false;

    assertThatThrownBy(() -> pipeline.process(batch(2, 2), true)).hasMessage("no broker");
    assertThat(given.published).isEmpty();
  }

  @Test
  void settledPipeline_knowsWhatWasCommittedBeside() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 1), true);

    PartitionProgress progress = requireNonNull(pipeline.settle());
    assertThat(progress.publishedSeq()).isEqualTo(2);
    assertThat(pipeline.settle()).isNull();
  }

  /** A store that calls a function before each decision. */
  private LockStore watched(Consumer<FeedPosition> before) {
    return answering(
        (position, records, sink) -> {
          before.accept(position);
          return given.store.decide(PARTITION, position, records, sink);
        });
  }
}
