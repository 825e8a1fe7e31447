package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.text.TextTable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Check-outs and freezes as text for people. */
final class LocksText {
  /** With fewer columns each lock id has a line of its own. */
  private static final int WIDE = 120;

  private static final Set<String> CUT = Set.of("who", "path", "note");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

  private LocksText() {}

  /** A sentence, and a table that is not wider than the terminal, whatever the notes say. */
  static List<String> lines(ListedLocks found, int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%,d of %,d %s of account=%s under %s, log time %s UTC"
            .formatted(
                found.shown().size(),
                found.seen(),
                found.kind().words(),
                found.account(),
                found.under(),
                time(found.at())));
    if (!found.shown().isEmpty()) {
      lines.addAll(columns < WIDE ? narrow(found, columns) : wide(found, columns));
    }
    return lines;
  }

  private static List<String> wide(ListedLocks found, int columns) {
    TextTable table =
        TextTable.fitted(columns, CUT, "who", "path", "since", "until", "lockId", "note");
    for (ListedLock each : found.shown()) {
      table.add(
          each.who(),
          each.where(),
          time(each.grantedAt()),
          time(each.expiresAt()),
          each.lockId(),
          each.note());
    }
    return table.lines();
  }

  private static List<String> narrow(ListedLocks found, int columns) {
    TextTable table = TextTable.fitted(columns, CUT, "who", "path", "since", "until", "note");
    for (ListedLock each : found.shown()) {
      table.add(
          each.who(), each.where(), time(each.grantedAt()), time(each.expiresAt()), each.note());
    }
    List<String> lines = new ArrayList<>();
    List<String> rows = table.lines();
    lines.add(rows.get(0));
    for (int at = 0; at < found.shown().size(); at++) {
      lines.add(rows.get(at + 1));
      lines.add("  lockId " + found.shown().get(at).lockId());
    }
    return lines;
  }

  /** A log time, to the minute. */
  static String time(long epochMs) {
    return TIME.format(Instant.ofEpochMilli(epochMs));
  }

  /** A sentence for whoever has misspelled an account. */
  static String none(ListedLocks found) {
    return "No %s of account=%s is under %s. An arbiter keeps no list of accounts: one with a misspelled name looks the same"
        .formatted(found.kind().word(), found.account(), found.under());
  }

  /** A sentence about what is not shown, with the remedy; null if nothing is missing. */
  static @Nullable String leftOut(ListedLocks found) {
    if (!found.isWhole()) {
      return "An arbiter shows %,d locks at most, by path, and there may be more %s. Fix: ask folder by folder, with --under"
          .formatted(LocksView.MOST, found.kind().words());
    }
    return found.leftOut() == 0
        ? null
        : "%,d younger ones are left out because of --limit=%d. Fix: a greater --limit, %d at most, or fewer of them with --sub-account, --under or --older-than"
            .formatted(found.leftOut(), found.shown().size(), LocksView.MOST);
  }
}
