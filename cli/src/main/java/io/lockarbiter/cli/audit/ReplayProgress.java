package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a replay: on a terminal a bar with rate and remaining time, otherwise a
 * line now and then.
 */
final class ReplayProgress implements ReplayListener, AutoCloseable {
  private static final int STRIDE = 1_000;
  private static final long LINE_NANOS = 10_000_000_000L;
  private static final int COLUMNS = 100;

  private final PrintStream out;
  private final @Nullable ProgressBar bar;
  private final long total;
  private final long begin = System.nanoTime();
  private long lastLine = begin;
  private long commands;
  private long offsets;
  private long offsetsBefore;
  private long firstOffset;
  private long lastOffset = -1;

  /**
   * A view of progress.
   *
   * @param total the number of offsets to replay; −1 if unknown
   */
  ReplayProgress(PrintStream out, boolean terminal, long total) {
    this.out = out;
    this.total = total;
    this.bar = terminal ? bar(out, total) : null;
  }

  private static ProgressBar bar(PrintStream out, long total) {
    return new ProgressBarBuilder()
        .setTaskName("audit")
        .setUnit(" commands", 1)
        .setInitialMax(total)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(200)
        .setConsumer(new ConsoleProgressBarConsumer(out, COLUMNS))
        .showSpeed()
        .clearDisplayOnFinish()
        .build();
  }

  @Override
  public void begin(HistoryStart start) {
    firstOffset = start.commandsBegin();
    lastOffset = firstOffset - 1;
  }

  @Override
  public void step(ReplayStep step) {
    lastOffset = step.command().offset();
    if (++commands % STRIDE == 0) {
      show();
    }
  }

  @Override
  public void end() {
    offsetsBefore += lastOffset + 1 - firstOffset;
    firstOffset = lastOffset + 1;
    show();
  }

  private void show() {
    offsets = offsetsBefore + lastOffset + 1 - firstOffset;
    if (bar != null) {
      bar.stepTo(total < 0 ? commands : Math.min(offsets, total));
      return;
    }
    long now = System.nanoTime();
    if (now - lastLine > LINE_NANOS) {
      lastLine = now;
      out.println(line(now));
    }
  }

  private String line(long now) {
    double seconds = (now - begin) / 1e9;
    String text = "  %,d commands, %,.0f/s".formatted(commands, commands / seconds);
    if (total <= 0 || offsets == 0) {
      return text;
    }
    double share = Math.min(1, (double) offsets / total);
    return text + ", %.0f %%, %.0f s left".formatted(100 * share, seconds / share - seconds);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
