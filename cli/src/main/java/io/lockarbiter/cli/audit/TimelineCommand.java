package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.lives.LockLives;
import io.lockarbiter.audit.timeline.Timeline;
import io.lockarbiter.audit.timeline.TimelineCollector;
import io.lockarbiter.audit.timeline.TimelineJson;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Draws the locks of a history as bars in time. */
@Command(
    name = "timeline",
    description = {
      "Writes one page, a file that needs no network: a lane per path, folder or sub-account, locks"
          + " as bars coloured by mode, waits hatched, arrows from each waiter to the"
          + " lock that it waited for."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {"0:answered", "1:no record that was read is of the account"})
final class TimelineCommand implements Callable<Integer> {
  static final HtmlPage PAGE =
      new HtmlPage(
          "/audit/timeline.html",
          List.of("/audit/page.css", "/audit/timeline.css"),
          Webjar.D3,
          List.of(
              "/audit/theme.js",
              "/audit/text.js",
              "/audit/locks.js",
              "/audit/lanes.js",
              "/audit/details.js",
              "/audit/painter.js",
              "/audit/overview.js",
              "/audit/timeline.js"));

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ReplayOptions replay = new ReplayOptions();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      required = true,
      description = "File to write the page to.")
  private Path html = Path.of("");

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "Shows locks at, above and below this path only.")
  private @Nullable String path;

  @Option(
      names = "--max",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Shows the newest N locks, ${DEFAULT-VALUE} if left out.")
  private int max;

  TimelineCommand() {}

  @Override
  public Integer call() throws IOException {
    TimelineCollector collector = new TimelineCollector(checkedMax(), checkedPath());
    LockLives lives = new LockLives(replay.scope(), collector);
    AskedAccount asked = replay.replay(lives);
    Timeline timeline = collector.timeline(lives.until());
    String scope =
        Stream.of(replay.words(), path == null ? "" : "at, above or below " + path)
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining(", "));
    PAGE.write(html, json -> TimelineJson.write(json, timeline, scope));
    Output out = Terminal.text(spec);
    out.format("%s: %,d locks", html, timeline.locks().size());
    if (timeline.omitted() > 0) {
      out.format(
          "cut to the newest %,d of %,d. Fix: --max %d, or less with --account, --path, --from, --to",
          timeline.locks().size(),
          timeline.locks().size() + timeline.omitted(),
          timeline.locks().size() + timeline.omitted());
    }
    return Terminal.end(out, asked, spec);
  }

  private int checkedMax() {
    if (max < 1) {
      throw misuse("--max=%d, expected 1 or more".formatted(max));
    }
    return max;
  }

  private @Nullable LockPath checkedPath() {
    try {
      return path == null ? null : LockPath.of(path);
    } catch (BadPathException e) {
      throw misuse("--path=%s %s".formatted(path, e.problem()));
    }
  }

  private ParameterException misuse(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
