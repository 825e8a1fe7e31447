package io.lockarbiter.trial.chaos;

import io.lockarbiter.cli.audit.HtmlPage;
import io.lockarbiter.cli.audit.Webjar;
import io.lockarbiter.embedded.judge.AnswerCount;
import io.lockarbiter.embedded.judge.Judgement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The report of a run as a page: throughput and faults on one time axis. */
final class ChaosPage {
  private static final HtmlPage PAGE =
      new HtmlPage(
          "/chaos/chaos.html",
          List.of("/audit/page.css", "/audit/stats.css"),
          Webjar.CHART_JS,
          List.of("/audit/theme.js", "/audit/text.js", "/audit/charts.js", "/chaos/chaos.js"));

  private ChaosPage() {}

  private record Bar(
      ChaosFault fault,
      ChaosFault.Part part,
      String what,
      long beginMs,
      long endMs,
      long silenceMs) {}

  private record Data(
      long seed,
      double seconds,
      boolean clean,
      List<String> why,
      long commands,
      long wrong,
      List<Bar> faults,
      List<Long> perSecond,
      Map<String, Long> kinds) {}

  static void write(Path file, ChaosReport report, boolean isLong) throws IOException {
    Judgement judgement = report.judgement();
    AnswerCount answers = judgement == null ? new AnswerCount(0, 0, 0, 0, 0) : judgement.answers();
    Data data =
        new Data(
            report.seed(),
            report.seconds(),
            report.isClean(isLong),
            report.missing(isLong),
            answers.commands(),
            answers.missing() + answers.repeated() + answers.unasked(),
            report.faults().stream()
                .map(
                    each ->
                        new Bar(
                            each.fault(),
                            each.fault().part(),
                            each.what(),
                            each.beginMs(),
                            each.endMs(),
                            each.silenceMs()))
                .toList(),
            report.perSecond(),
            report.kinds());
    PAGE.write(file, out -> out.writePOJO(data));
  }
}
