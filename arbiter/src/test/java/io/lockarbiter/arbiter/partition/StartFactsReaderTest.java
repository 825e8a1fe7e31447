package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Facts that are read while other instances go on. */
class StartFactsReaderTest {
  private static final int DECIDED = 20;

  private final ReferenceLockStore store = new ReferenceLockStore();
  private final Log log = new Log();

  /** One partition; until the test changes it, nothing is committed. */
  private static final class Log implements FactSource {
    private Commit commit = new Commit.Missing();
    private LogRange commands = new LogRange(0, DECIDED);
    private LaterEvents later = LaterEvents.NONE;
    private @Nullable Long lastSeq;
    private Runnable afterwards = () -> {};

    @Override
    public Published published() {
      Published published = new Published(commit, new LogRange(0, 0), lastSeq, later);
      afterwards.run();
      return published;
    }

    @Override
    public void requireUnchanged(Published seen) {
      if (!seen.commit().equals(commit)) {
        throw new IllegalStateException("committed meanwhile: " + commit);
      }
    }

    @Override
    public LogRange commands() {
      return commands;
    }

    @Override
    public AppliedRecord record(long offset, LogRange commands) {
      return new AppliedRecord.Found(offset, 0);
    }

    @Override
    public @Nullable LogRange tail(CommitMetadata committed, LogRange events) {
      return null;
    }
  }

  @Test
  void nothingHappens_factsAreThoseOfOneMoment() {
    store.decide(PARTITION, FeedPosition.START, batch(0, 1).records());

    StartFacts facts = read();

    assertThat(facts.header()).isEqualTo(store.header(PARTITION));
    assertThat(facts.applied()).isEqualTo(new AppliedRecord.Found(1, 0));
    assertThat(facts.commands()).isEqualTo(new LogRange(0, DECIDED));
  }

  /** The store has what nobody knows to be published, so it is asked from where on. */
  @Test
  void eventsBehindThePosition_makeItAskWhatTheStoreKeeps() {
    store.decide(PARTITION, FeedPosition.START, batch(0, 4).records());
    store.decide(PARTITION, new FeedPosition(4, 2), List.of());
    log.commit = new Commit.Known(0, CommitMetadata.NOTHING);
    log.lastSeq = 3L;
    assertThat(read().firstKept()).as("commit and events agree").isNull();

    log.later = ExampleFacts.later(1, 2, 3);
    StartFacts facts = read();

    assertThat(facts.firstKept()).isEqualTo(3);
    assertThat(facts.later()).isEqualTo(log.later);
    assertThat(store.decide(PARTITION, new FeedPosition(4, 2), List.of()).events())
        .as("the question changes nothing")
        .hasSize(3);
  }

  /** The first records of the new owner are gone then, and nobody could tell. */
  @Test
  void successorThatBeginsAndTrimsMeanwhile_isNoticed() {
    log.afterwards = this::successorGoesOn;

    assertThatThrownBy(this::read).hasMessageStartingWith("committed meanwhile");
  }

  /** Nobody would feed the records again that the state had lost by then. */
  @Test
  void successorThatGoesOnAndTrimsMeanwhile_isNoticed() {
    store.decide(PARTITION, FeedPosition.START, batch(0, 1).records());
    log.commit =
        new Commit.Known(2, CommitMetadata.of(Objects.requireNonNull(store.header(PARTITION))));
    log.afterwards = this::successorGoesOn;

    assertThatThrownBy(this::read).hasMessageStartingWith("committed meanwhile");
  }

  private void successorGoesOn() {
    long last = DECIDED - 1;
    store.decide(PARTITION, FeedPosition.START, batch(0, last).records());
    log.commit =
        new Commit.Known(
            DECIDED, CommitMetadata.of(Objects.requireNonNull(store.header(PARTITION))));
    log.commands = new LogRange(last, DECIDED);
  }

  private StartFacts read() {
    return new StartFactsReader(store).read(log, PARTITION);
  }
}
