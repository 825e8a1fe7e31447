package io.lockarbiter.embedded.demo.yielding;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.embedded.demo.yielding.YieldingRound.Asker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Deletes a folder while fifty uploads write into it, round by round: the uploads are asked to
 * yield.
 */
public final class Yielding {
  private static final int ROUNDS = 7;
  private static final int UPLOADS = 50;

  private final StopSignal signal;
  private final Consumer<String> out;

  /** Creates a run; the signal ends it early, {@code out} takes its lines. */
  public Yielding(StopSignal signal, Consumer<String> out) {
    this.signal = signal;
    this.out = out;
  }

  /**
   * Plays the rounds and prints each, then the verdict.
   *
   * @param length after which no further round begins
   * @return whether every round kept its bounds
   */
  public boolean run(String bootstrapServers, Duration length)
      throws InterruptedException, IOException {
    out.accept(
        """
        %d uploads write into %s, and somebody deletes %s: they are asked to let go
        within %d ms, keep what they have, and go on in %s. One of them does not listen.
        Asked by an operator, who asks all at once, and by the waiting deletion itself in turn.
        How soon they hear it is not judged in the first round, in which all JVMs are cold.

        %s\
        """
            .formatted(
                UPLOADS,
                ContestedFolder.FOLDER,
                ContestedFolder.FOLDER,
                ContestedFolder.GRACE.toMillis(),
                ContestedFolder.ELSEWHERE,
                YieldingRound.HEADER));
    long startedAt = System.nanoTime();
    List<YieldingRound> rounds = new ArrayList<>();
    try (LockClient client =
        KafkaLockClient.open(LockClientOptions.of(bootstrapServers).withName("yielding"))) {
      while (rounds.size() < ROUNDS
          && System.nanoTime() - startedAt < length.toNanos()
          && !signal.await(Duration.ZERO)) {
        int number = rounds.size() + 1;
        Asker asker = number % 2 == 1 ? Asker.OPERATOR : Asker.DELETION;
        try (ContestedFolder folder = new ContestedFolder(client, UPLOADS)) {
          YieldingRound round = folder.play(number, asker);
          rounds.add(round);
          round.lines().forEach(out);
        }
      }
    }
    YieldingVerdict verdict = YieldingVerdict.of(rounds);
    out.accept("");
    out.accept(verdict.line());
    return verdict.isGood();
  }
}
