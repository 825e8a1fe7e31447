package io.lockarbiter.sandbox.audit;

import io.lockarbiter.arbiter.audit.stats.StatsReport;
import io.lockarbiter.arbiter.audit.stats.StatsReport.MemberRow;
import io.lockarbiter.arbiter.audit.stats.StatsReport.Quantiles;
import io.lockarbiter.arbiter.audit.stats.StatsReport.Totals;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Figures as tables for a terminal. */
final class StatsText {
  private final PrintWriter out;

  StatsText(PrintWriter out) {
    this.out = out;
  }

  void print(StatsReport report) {
    if (report.decisions().isEmpty()) {
      out.println("no events in what was asked for");
      return;
    }
    totals(report);
    durations(report);
    refusals(report);
    waits(report);
    folders(report);
    deadClients(report);
    members("ACCOUNTS", report.accounts());
    members("SUB-ACCOUNTS", report.subAccounts());
    if (report.approximate()) {
      out.println();
      out.println(
          "approximate: more folders or owners than are kept apart; rare ones may be missing or too low");
    }
  }

  private void totals(StatsReport report) {
    Totals totals = report.totals();
    out.printf(
        "%s to %s%n", Instant.ofEpochMilli(report.from()), Instant.ofEpochMilli(report.until()));
    out.printf(
        "%,d commands, %,d requests for locks: %,d granted, %,d of all waited, %,d of them in vain; %,d refused at once%n",
        totals.commands(),
        totals.requests(),
        totals.granted(),
        totals.waited(),
        totals.inVain(),
        totals.refused());
    out.printf(
        "%,d renewals, %,d releases, %,d leases expired, %,d repeated answers, %,d held or waiting at the end%n",
        totals.renewed(), totals.released(), totals.expired(), totals.repeated(), totals.live());
  }

  private void durations(StatsReport report) {
    TextTable table = new TextTable("", "count", "p50", "p90", "p99", "longest");
    add(table, "waited", report.waiting());
    add(table, "held", report.holding());
    print("TIMES", table);
  }

  private static void add(TextTable table, String name, Quantiles times) {
    table.add(
        name,
        times.count(),
        text(times, times.p50Ms()),
        text(times, times.p90Ms()),
        text(times, times.p99Ms()),
        text(times, times.maxMs()));
  }

  private void refusals(StatsReport report) {
    TextTable table = new TextTable("reason", "refusals");
    report.refusals().forEach(table::add);
    print("REFUSALS", table);
  }

  private void waits(StatsReport report) {
    TextTable table = new TextTable("waited", "outcome", "who", "for", "blocked by", "lock id");
    report
        .longestWaits()
        .forEach(
            wait ->
                table.add(
                    text(wait.waitedMs()),
                    wait.outcome(),
                    wait.account() + "/" + wait.subAccount(),
                    wait.operation() + " " + wait.path(),
                    wait.blockedBy() == null ? "-" : wait.blockedBy(),
                    wait.lockId()));
    print("LONGEST WAITS", table);
  }

  private void folders(StatsReport report) {
    TextTable table =
        new TextTable("folder", "account", "requests", "waited", "refused", "waited in all");
    report
        .folders()
        .forEach(
            folder ->
                table.add(
                    folder.folder(),
                    folder.account(),
                    folder.requests(),
                    folder.waited(),
                    folder.refused(),
                    text(folder.waitedMs())));
    print("HOTTEST FOLDERS", table);
  }

  private void deadClients(StatsReport report) {
    TextTable table = new TextTable("owner", "account", "expired", "held in all", "last");
    report
        .deadClients()
        .forEach(
            client ->
                table.add(
                    client.session() == null
                        ? client.subAccount()
                        : client.subAccount() + " · " + client.session(),
                    client.account(),
                    client.expired(),
                    text(client.heldMs()),
                    Instant.ofEpochMilli(client.lastAt())));
    print("LEASES THAT EXPIRED INSTEAD OF BEING RELEASED", table);
  }

  private void members(String title, List<MemberRow> rows) {
    TextTable table =
        new TextTable(
            "account",
            "sub-account",
            "requests",
            "granted",
            "waited",
            "in vain",
            "refused",
            "expired",
            "waited p50",
            "p99",
            "held p50",
            "p99");
    rows.forEach(
        row ->
            table.add(
                row.account(),
                row.subAccount() == null ? "all" : row.subAccount(),
                row.requests(),
                row.granted(),
                row.waited(),
                row.inVain(),
                row.refused(),
                row.expired(),
                text(row.waiting(), row.waiting().p50Ms()),
                text(row.waiting(), row.waiting().p99Ms()),
                text(row.holding(), row.holding().p50Ms()),
                text(row.holding(), row.holding().p99Ms())));
    print(title, table);
  }

  private void print(String title, TextTable table) {
    if (!table.isEmpty()) {
      out.println();
      out.println(title);
      table.print(out);
    }
  }

  private static String text(Quantiles times, long ms) {
    return times.count() == 0 ? "-" : text(ms);
  }

  /** Two units at most: {@code 340 ms}, {@code 12.5 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
  static String text(long ms) {
    Duration duration = Duration.ofMillis(ms);
    if (ms < 1_000) {
      return ms + " ms";
    } else if (ms < 60_000) {
      return "%.1f s".formatted(ms / 1e3);
    } else if (ms < 3_600_000) {
      return "%d min %d s".formatted(duration.toMinutes(), duration.toSecondsPart());
    }
    return "%,d h %d min".formatted(duration.toHours(), duration.toMinutesPart());
  }
}
