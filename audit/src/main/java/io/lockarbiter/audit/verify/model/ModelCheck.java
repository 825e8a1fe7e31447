package io.lockarbiter.audit.verify.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.model.ModelReplay;
import io.lockarbiter.audit.replay.AuditRecord.Header;
import io.lockarbiter.audit.replay.Coverage;
import io.lockarbiter.audit.replay.EventHeaders;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decides every command again and compares each event with the recorded one. */
public final class ModelCheck implements ReplayListener {
  private final ModelReplay model;
  private final Findings findings;

  /** Creates a check. */
  public ModelCheck(ModelReplay model, Findings findings) {
    this.model = model;
    this.findings = findings;
  }

  @Override
  public void begin(HistoryStart start) {
    model.begin(start);
  }

  @Override
  public void step(ReplayStep step) {
    List<EncodedEvent> expected = model.decide(step);
    if (expected == null || !step.coverage().isJudged()) {
      return;
    }
    List<RecordedEvent> recorded = step.events();
    if (step.coverage() == Coverage.LAST) {
      long last = recorded.get(recorded.size() - 1).seq();
      expected = expected.stream().filter(event -> event.seq() <= last).toList();
    }
    if (expected.size() == recorded.size()) {
      for (int i = 0; i < expected.size(); i++) {
        compare(step, expected.get(i), recorded.get(i));
      }
    } else {
      align(step, expected, new ArrayList<>(recorded));
    }
  }

  /** Pairs events with the same number; the others are missing, or superfluous. */
  private void align(ReplayStep step, List<EncodedEvent> expected, List<RecordedEvent> recorded) {
    for (EncodedEvent event : expected) {
      RecordedEvent same = null;
      for (RecordedEvent candidate : recorded) {
        if (candidate.seq() == event.seq()) {
          same = candidate;
        }
      }
      if (same == null) {
        findings.add(
            Violation.ofCommand(
                step,
                event.account(),
                "the event " + new String(event.value(), UTF_8),
                "none with seq=" + event.seq() + " and this cause"));
      } else {
        recorded.remove(same);
        compare(step, event, same);
      }
    }
    for (RecordedEvent left : recorded) {
      new EventReport(findings, step, left)
          .add(
              "no event with seq=%d of the command at offset=%d"
                  .formatted(left.seq(), step.command().offset()),
              new String(bytes(left), UTF_8));
    }
  }

  private void compare(ReplayStep step, EncodedEvent expected, RecordedEvent found) {
    EventReport report = new EventReport(findings, step, found);
    if (!Arrays.equals(expected.value(), bytes(found))) {
      FieldDifference difference = FieldDifference.between(expected.value(), bytes(found));
      if (difference != null) {
        report.add(difference.expected(), difference.found());
      }
    }
    List<Header> headers = EventHeaders.unless(found.record().headers(), expected);
    if (headers != null) {
      report.add("headers " + headers, "headers " + found.record().headers());
    }
    if (!Arrays.equals(expected.account().getBytes(UTF_8), found.record().key())) {
      report.add("key=" + expected.account(), "key=" + found.record().keyText());
    }
  }

  private static byte[] bytes(RecordedEvent event) {
    byte[] value = event.record().value();
    return value == null ? new byte[0] : value;
  }
}
