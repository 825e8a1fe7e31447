package io.lockarbiter.trial.bench.worst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorstReportTest {
  private static final ScriptCall SMALL = new ScriptCall(100, 90, 80, 70);

  @Test
  void fewCalls_areJudgedByTheLongest() {
    WorstReport.Line line =
        WorstReport.Line.of("few", List.of(SMALL, new ScriptCall(30_000, 10_001, 5, 6)));

    assertThat(line)
        .isEqualTo(new WorstReport.Line("few", 2, 30_000, 30_000, 10_001, 10_001, 10_091, 80, 70));
    assertThat(line.isOver()).isTrue();
  }

  @Test
  void oneCallInAThousand_isNotHeldAgainstAnInput() {
    List<ScriptCall> calls = new ArrayList<>(Collections.nCopies(1_999, SMALL));
    calls.add(new ScriptCall(90_000, 80_000, 5, 6));

    WorstReport.Line line = WorstReport.Line.of("many", calls);

    assertThat(line.processorMicros()).isEqualTo(80_000);
    assertThat(line.p999ProcessorMicros()).isEqualTo(90);
    assertThat(line.isOver()).isFalse();
  }

  /** Whatever else the machine did meanwhile lengthens a call, not its processor time. */
  @Test
  void processorTime_isWhatCountsIfItIsKnown() {
    assertThat(line(new ScriptCall(20_000, 10_000, 1, 1)).isOver()).isFalse();
    assertThat(line(new ScriptCall(20_000, -1, 1, 1)).isOver()).isTrue();
  }

  @Test
  void bytes_areBoundedEachWay() {
    assertThat(line(new ScriptCall(1, 1, 1_048_576, 1_048_576)).isOver()).isFalse();
    assertThat(line(new ScriptCall(1, 1, 1_048_577, 1)).isOver()).isTrue();
    assertThat(line(new ScriptCall(1, 1, 1, 1_048_577)).isOver()).isTrue();
  }

  private static WorstReport.Line line(ScriptCall call) {
    return WorstReport.Line.of("one", List.of(call));
  }
}
