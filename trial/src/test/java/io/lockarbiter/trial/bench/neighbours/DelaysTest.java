package io.lockarbiter.trial.bench.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.bench.stage.Answer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Delays in made-up histories; the harm is from 100 to 200. */
class DelaysTest {
  @Test
  void delay_isFromTheAppendOfTheCommandToThatOfTheAnswer() {
    assertThat(between(new Answer(110, 117), new Answer(120, 123))).isEqualTo(new Delays(2, 7, 7));
  }

  @Test
  void whatIsOpenAtTheEdges_counts() {
    assertThat(between(new Answer(10, 100), new Answer(200, 290), new Answer(50, 250)))
        .isEqualTo(new Delays(3, 200, 200));
  }

  @Test
  void whatWasAnsweredBefore_doesNotCount() {
    assertThat(between(new Answer(0, 99))).isEqualTo(new Delays(0, 0, 0));
  }

  @Test
  void whatWasAskedLater_countsOnceInEachPartition() {
    List<Answer> one = List.of(new Answer(201, 204), new Answer(210, 900));
    List<Answer> other = List.of(new Answer(120, 121), new Answer(230, 235), new Answer(240, 900));

    assertThat(Delays.between(Stream.of(one, other), 100, 200)).isEqualTo(new Delays(3, 5, 5));
  }

  @Test
  void oneInAHundred_isBeyondP99() {
    List<Answer> answers =
        IntStream.rangeClosed(1, 100).mapToObj(delay -> new Answer(100, 100 + delay)).toList();

    assertThat(Delays.between(Stream.of(answers), 100, 200)).isEqualTo(new Delays(100, 100, 99));
  }

  private static Delays between(Answer... answers) {
    return Delays.between(Stream.of(List.of(answers)), 100, 200);
  }
}
