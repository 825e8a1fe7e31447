package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.stats.StatsReport;
import io.lockarbiter.audit.stats.StatsReport.MemberRow;
import io.lockarbiter.audit.stats.StatsReport.Quantiles;
import io.lockarbiter.audit.stats.StatsReport.Totals;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.cli.text.TextTable;
import java.util.List;
import java.util.Map;

/** Figures as tables for a terminal. */
final class StatsText {
  private final Output out;

  StatsText(Output out) {
    this.out = out;
  }

  void print(StatsReport report) {
    if (report.decisions().isEmpty()) {
      out.line("no events in what was asked for");
      return;
    }
    totals(report);
    durations(report);
    reasons("REFUSALS", "refusals", report.refusals());
    reasons("ENDS", "locks", report.ends());
    waits(report);
    folders(report);
    deadClients(report);
    members("ACCOUNTS", report.accounts());
    members("SUB-ACCOUNTS", report.subAccounts());
    if (report.approximate()) {
      out.line("");
      out.line(
          "approximate: more folders or owners than are kept apart; rare ones may be missing or too low");
    }
  }

  private void totals(StatsReport report) {
    Totals totals = report.totals();
    out.format("%s to %s", Words.time(report.from()), Words.time(report.until()));
    out.format(
        "%,d commands, %,d requests for locks: %,d granted, %,d of all waited, %,d of them in vain; %,d refused at once",
        totals.commands(),
        totals.requests(),
        totals.granted(),
        totals.waited(),
        totals.inVain(),
        totals.refused());
    out.format(
        "%,d renewals, %,d releases, %,d leases expired, %,d repeated answers, %,d held or waiting at the end",
        totals.renewed(), totals.released(), totals.expired(), totals.repeated(), totals.live());
    out.format(
        "%,d requests to let go, %,d tellings of kept and bound locks, %,d grants and renewals cut by the settings",
        totals.asked(), totals.told(), totals.cut());
  }

  private void durations(StatsReport report) {
    TextTable table = TextTable.narrow("", "count", "p50", "p90", "p99", "longest");
    add(table, "waited", report.waiting());
    add(table, "held", report.holding());
    print("TIMES", table);
  }

  private static void add(TextTable table, String name, Quantiles times) {
    table.add(
        name,
        times.count(),
        length(times, times.p50Ms()),
        length(times, times.p90Ms()),
        length(times, times.p99Ms()),
        length(times, times.maxMs()));
  }

  private void reasons(String title, String counted, Map<String, Long> counts) {
    TextTable table = TextTable.narrow("reason", counted);
    counts.forEach(table::add);
    print(title, table);
  }

  private void waits(StatsReport report) {
    TextTable table = TextTable.narrow("waited", "outcome", "who", "for", "blocked by", "lock id");
    report
        .longestWaits()
        .forEach(
            wait ->
                table.add(
                    Words.length(wait.waitedMs()),
                    wait.outcome(),
                    wait.account() + "/" + wait.subAccount(),
                    wait.operation() + " " + wait.path(),
                    wait.blockedBy() == null ? "-" : wait.blockedBy(),
                    wait.lockId()));
    print("LONGEST WAITS", table);
  }

  private void folders(StatsReport report) {
    TextTable table =
        TextTable.narrow("folder", "account", "requests", "waited", "refused", "waited in all");
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
                    Words.length(folder.waitedMs())));
    print("HOTTEST FOLDERS", table);
  }

  private void deadClients(StatsReport report) {
    TextTable table = TextTable.narrow("owner", "account", "expired", "held in all", "last");
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
                    Words.length(client.heldMs()),
                    Words.time(client.lastAt())));
    print("LEASES THAT EXPIRED INSTEAD OF BEING RELEASED", table);
  }

  private void members(String title, List<MemberRow> rows) {
    TextTable table =
        TextTable.narrow(
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
                length(row.waiting(), row.waiting().p50Ms()),
                length(row.waiting(), row.waiting().p99Ms()),
                length(row.holding(), row.holding().p50Ms()),
                length(row.holding(), row.holding().p99Ms())));
    print(title, table);
  }

  private void print(String title, TextTable table) {
    if (!table.isEmpty()) {
      out.line("");
      out.line(title);
      table.lines().forEach(line -> out.line("  " + line));
    }
  }

  private static String length(Quantiles times, long ms) {
    return times.count() == 0 ? "-" : Words.length(ms);
  }
}
