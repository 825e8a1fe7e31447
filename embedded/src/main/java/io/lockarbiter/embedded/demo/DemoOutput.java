package io.lockarbiter.embedded.demo;

import java.util.ArrayList;
import java.util.List;

/** Shows a run on a screen: as a table that is redrawn, or as lines below a header. */
final class DemoOutput {
  private final Screen screen;
  private final DemoTable table;
  private final ProgressLines lines = new ProgressLines();

  private DemoOutput(Screen screen, DemoTable table) {
    this.screen = screen;
    this.table = table;
  }

  /**
   * Opens the output of a run.
   *
   * @param header addresses and directories, always visible
   */
  static DemoOutput open(Screen screen, Locking locking, List<String> header) {
    if (!screen.isLive()) {
      List<String> introduction = new ArrayList<>(header);
      introduction.add(0, locking.title());
      introduction.forEach(screen::line);
    }
    return new DemoOutput(screen, new DemoTable(locking.title(), header, screen.columns()));
  }

  boolean isLive() {
    return screen.isLive();
  }

  void show(DemoState state) {
    if (screen.isLive()) {
      screen.draw(table.rows(state));
    } else {
      lines.next(state).forEach(screen::line);
    }
  }
}
