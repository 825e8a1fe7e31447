package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.cli.audit.HtmlPage;
import io.lockarbiter.cli.audit.Webjar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A report as a page with charts. */
final class PeersPage {
  private static final HtmlPage PAGE =
      new HtmlPage(
          "/bench/peers.html",
          List.of("/audit/page.css", "/audit/stats.css"),
          Webjar.CHART_JS,
          List.of("/audit/theme.js", "/audit/text.js", "/audit/charts.js", "/bench/peers.js"));

  private PeersPage() {}

  static void write(Path file, PeersReport report) throws IOException {
    PAGE.write(file, out -> out.writePOJO(report));
  }
}
