package io.lockarbiter.trial.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallFiguresTest {
  private static final ScriptCall SMALL = new ScriptCall(100, 90, 80, 70);

  @Test
  void fewCalls_areJudgedByTheLongest() {
    CallFigures figures = CallFigures.of(List.of(SMALL, new ScriptCall(30_000, 10_001, 5, 6)));

    assertThat(figures).isEqualTo(new CallFigures(2, 30_000, 30_000, 10_001, 10_001, 80, 70));
    assertThat(figures.isOver()).isTrue();
  }

  @Test
  void oneCallInAThousand_isNotHeldAgainstAnInput() {
    List<ScriptCall> calls = new ArrayList<>(Collections.nCopies(1_999, SMALL));
    calls.add(new ScriptCall(90_000, 80_000, 5, 6));

    CallFigures figures = CallFigures.of(calls);

    assertThat(figures.processorMicros()).isEqualTo(80_000);
    assertThat(figures.p999ProcessorMicros()).isEqualTo(90);
    assertThat(figures.isOver()).isFalse();
  }

  /** Whatever else the machine did meanwhile lengthens a call, not its processor time. */
  @Test
  void processorTime_isWhatCountsIfItIsKnown() {
    assertThat(one(new ScriptCall(20_000, 10_000, 1, 1)).isOver()).isFalse();
    assertThat(one(new ScriptCall(20_000, -1, 1, 1)).isOver()).isTrue();
  }

  @Test
  void bytes_areBoundedEachWay() {
    assertThat(one(new ScriptCall(1, 1, 1_048_576, 1_048_576)).isOver()).isFalse();
    assertThat(one(new ScriptCall(1, 1, 1_048_577, 1)).isOver()).isTrue();
    assertThat(one(new ScriptCall(1, 1, 1, 1_048_577)).isOver()).isTrue();
  }

  private static CallFigures one(ScriptCall call) {
    return CallFigures.of(List.of(call));
  }
}
