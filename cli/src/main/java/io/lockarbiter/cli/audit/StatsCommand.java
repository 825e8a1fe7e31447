package io.lockarbiter.cli.audit;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.lockarbiter.audit.stats.HistoryStats;
import io.lockarbiter.audit.stats.StatsReport;
import io.lockarbiter.cli.text.Output;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports the slow and hot paths, the refusals and the locks left behind in a history. */
@Command(
    name = "stats",
    description = {
      "Shows the longest waits, the hottest folders, refusals by reason, leases"
          + " that expired because their client died, waiting and holding times, by"
          + " account and sub-account. Memory is bounded by the live locks, not by the"
          + " history."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {"0:answered", "1:no record that was read is of the account"})
final class StatsCommand implements Callable<Integer> {
  static final HtmlPage PAGE =
      new HtmlPage(
          "/audit/stats.html",
          List.of("/audit/page.css", "/audit/stats.css"),
          Webjar.CHART_JS,
          List.of("/audit/theme.js", "/audit/text.js", "/audit/charts.js", "/audit/stats.js"));

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(value -> value.withValueInclusion(Include.NON_NULL))
          .build();

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ReplayOptions replay = new ReplayOptions();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Writes a page with charts, a file that needs no network.")
  private @Nullable Path html;

  @Option(names = "--json", description = "Prints JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "10",
      description = "Rows of each list, ${DEFAULT-VALUE} if left out.")
  private int top;

  StatsCommand() {}

  @Override
  public Integer call() throws IOException {
    if (top < 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--top=%d, expected 1 or more".formatted(top));
    }
    HistoryStats stats = new HistoryStats(replay.scope(), top);
    AskedAccount asked = replay.replay(stats);
    StatsReport report = stats.report();
    if (html != null) {
      writePage(html, report, replay.words());
    }
    Output out = json ? Terminal.json(spec) : Terminal.text(spec);
    if (json) {
      out.line(JSON.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(report));
    } else {
      new StatsText(out).print(report);
    }
    return Terminal.end(out, asked, spec);
  }

  static void writePage(Path file, StatsReport report, String scope) throws IOException {
    PAGE.write(
        file,
        out -> {
          out.writeStartObject();
          out.writeStringProperty("scope", scope);
          out.writeName("report");
          out.writePOJO(report);
          out.writeEndObject();
        });
  }
}
