package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of replays, one after another or beside each other: on a terminal a bar with
 * rate and remaining time, otherwise a line now and then.
 */
final class ReplayProgress implements AutoCloseable {
  private static final int STRIDE = 1_000;
  private static final long LINE_NANOS = 10_000_000_000L;
  private static final int COLUMNS = 100;
  private static final long UNKNOWN = -1;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final @Nullable ProgressBar bar;
  private final int partitions;
  private final long begin = System.nanoTime();
  private long lastLine = begin;
  private int opened;
  private long offsetsOfOpened;
  private long commands;
  private long offsets;

  /**
   * A view of progress.
   *
   * @param partitions number of partitions to replay
   */
  ReplayProgress(PrintStream out, boolean terminal, int partitions) {
    this.out = out;
    this.partitions = partitions;
    this.bar = terminal ? bar(out) : null;
  }

  private static ProgressBar bar(PrintStream out) {
    return new ProgressBarBuilder()
        .setTaskName("audit")
        .setUnit(" commands", 1)
        .setInitialMax(UNKNOWN)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(200)
        .setConsumer(new ConsoleProgressBarConsumer(out, COLUMNS))
        .showSpeed()
        .clearDisplayOnFinish()
        .build();
  }

  /** Returns a listener for one of the partitions. */
  synchronized ReplayListener of(PartitionHistory history) {
    long first = history.commands().begin();
    long end = history.commands().end();
    opened++;
    offsetsOfOpened = end < 0 || offsetsOfOpened < 0 ? UNKNOWN : offsetsOfOpened + end - first;
    return new OfPartition(first);
  }

  private synchronized void add(long moreCommands, long moreOffsets) {
    commands += moreCommands;
    offsets += moreOffsets;
    long total = total();
    if (bar != null) {
      bar.maxHint(total);
      bar.stepTo(total < 0 ? commands : Math.min(offsets, total));
      return;
    }
    long now = System.nanoTime();
    if (now - lastLine > LINE_NANOS) {
      lastLine = now;
      out.println(line(now, total));
    }
  }

  /**
   * Offsets of all partitions, if those not opened yet are as long as the others; −1 if unknown.
   */
  private long total() {
    return offsetsOfOpened <= 0 ? UNKNOWN : offsetsOfOpened * partitions / opened;
  }

  private String line(long now, long total) {
    double seconds = (now - begin) / 1e9;
    String text = "  %,d commands, %,.0f/s".formatted(commands, commands / seconds);
    if (total <= 0 || offsets == 0) {
      return text;
    }
    double share = Math.min(1, (double) offsets / total);
    return text + ", %.0f %%, %.0f s left".formatted(100 * share, seconds / share - seconds);
  }

  /** Takes the bar away while something else is written to the terminal. */
  synchronized void around(Runnable output) {
    if (bar == null) {
      output.run();
      return;
    }
    bar.pause();
    out.print(CLEAR_LINE);
    out.flush();
    output.run();
    bar.resume();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  /** Counts one partition, and tells the sum now and then. */
  private final class OfPartition implements ReplayListener {
    private long told;
    private long last;
    private int commands;

    OfPartition(long first) {
      told = first - 1;
      last = told;
    }

    @Override
    public void step(ReplayStep step) {
      last = step.command().offset();
      if (++commands == STRIDE) {
        tell();
      }
    }

    @Override
    public void end() {
      tell();
    }

    private void tell() {
      add(commands, last - told);
      told = last;
      commands = 0;
    }
  }
}
