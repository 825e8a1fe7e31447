package io.lockarbiter.audit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.lockarbiter.audit.Story;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.stats.StatsReport.Bucket;
import io.lockarbiter.audit.stats.StatsReport.DeadClientRow;
import io.lockarbiter.audit.stats.StatsReport.FolderRow;
import io.lockarbiter.audit.stats.StatsReport.MemberRow;
import io.lockarbiter.audit.stats.StatsReport.Quantiles;
import io.lockarbiter.audit.stats.StatsReport.Totals;
import io.lockarbiter.audit.stats.StatsReport.WaitRow;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryStatsTest {
  private static final Quantiles NONE = new Quantiles(0, 0, 0, 0, 0);

  /**
   * u1 deletes; u2 waits for it, u3 waits in vain, u4 does not wait; u5 dies while it holds locks.
   */
  private final Story story =
      new Story()
          .ask("delete", "u1", Operation.DELETE, "/docs", 0)
          .ask("waits", "u2", Operation.UPLOAD, "/docs/2", 10_000)
          .ask("waits", "u2", Operation.UPLOAD, "/docs/2", 10_000)
          .ask("in-vain", "u3", Operation.UPLOAD, "/docs/3", 1_000)
          .ask("refused", "u4", Operation.UPLOAD, "/docs/4", 0)
          .at(1_500)
          .tick()
          .at(4_000)
          .release("delete", "u1")
          .at(5_000)
          .renew("waits", "u2")
          .at(6_000)
          .release("waits", "u2")
          .release("nothing", "u2")
          .in("other")
          .ask("dies", "u5", Operation.UPLOAD_FOLDER, "/inbox", 0)
          .at(40_000)
          .tick()
          .ask("lives", "u5", Operation.UPLOAD, "/", 0);

  private final StatsReport report = report(Scope.ALL, 10);

  @Test
  void totals_countEachRequestOnce() {
    assertThat(report.totals()).isEqualTo(new Totals(11, 6, 4, 2, 1, 1, 1, 2, 1, 0, 0, 0, 1, 1));
    assertThat(report.from()).isEqualTo(Story.BEGIN);
    assertThat(report.until()).isEqualTo(Story.BEGIN + 40_000);
    assertThat(report.approximate()).isFalse();
  }

  @Test
  void refusals_includeThoseAboutNoLockAndWaitsInVain() {
    assertThat(report.refusals())
        .containsOnly(entry("CONFLICT", 1L), entry("WAIT_TIMEOUT", 1L), entry("NOT_HELD", 1L));
  }

  @Test
  void ends_areCountedByReason() {
    assertThat(report.ends()).containsExactly(entry("RELEASED", 2L), entry("EXPIRED", 1L));
  }

  @Test
  void askingsAndCuts_areCounted() {
    HistoryStats stats = new HistoryStats(Scope.ALL, 10);
    new Story()
        .ask("asked", "u1", Operation.UPLOAD, "/a", 0)
        .set(SettingsChange.NOTHING.with(Setting.LONGEST_LEASE_MS, 10_000))
        .ask("cut", "u1", Operation.UPLOAD, "/b", 0)
        .renew("cut", "u1")
        .yield("asked", "u2", 1_000L)
        .at(2_000)
        .tick()
        .tell(stats);
    Totals totals = stats.report().totals();
    assertThat(totals.asked()).isEqualTo(1);
    assertThat(totals.cut()).isEqualTo(2);
    assertThat(stats.report().ends()).containsExactly(entry("FORCED", 1L));
  }

  @Test
  void times_areThoseOfTheLog() {
    assertThat(report.waiting().count()).isEqualTo(2);
    assertThat(report.waiting().maxMs()).isEqualTo(4_000);
    assertThat(report.waiting().p50Ms()).isBetween(1_500L, 1_515L);
    assertThat(report.holding().count()).isEqualTo(3);
    assertThat(report.holding().maxMs()).isEqualTo(34_000);
  }

  @Test
  void longestWaits_nameWhatStoodInTheWay() {
    assertThat(report.longestWaits())
        .containsExactly(
            new WaitRow(
                "acme",
                "u2",
                "UPLOAD",
                "/docs/2",
                Story.BEGIN,
                4_000,
                "GRANTED",
                "waits",
                "u1 DELETE /docs"),
            new WaitRow(
                "acme",
                "u3",
                "UPLOAD",
                "/docs/3",
                Story.BEGIN,
                1_500,
                "WAIT_TIMEOUT",
                "in-vain",
                "u1 DELETE /docs"));
    assertThat(report(Scope.ALL, 1).longestWaits())
        .extracting(WaitRow::lockId)
        .containsExactly("waits");
  }

  @Test
  void folders_areThoseOfTheEntriesOrTheOneAddedTo() {
    assertThat(report.folders())
        .containsExactlyInAnyOrder(
            new FolderRow("acme", "/docs", 3, 2, 1, 5_500),
            new FolderRow("acme", "/", 1, 0, 0, 0),
            new FolderRow("other", "/inbox", 1, 0, 0, 0),
            new FolderRow("other", "/", 1, 0, 0, 0));
    assertThat(report.folders().get(0).folder()).isEqualTo("/docs");
  }

  /** Clients take a new session for each acquire, so one that dies has many. */
  @Test
  void deadClientOfManySessions_isOneRow() {
    Story dying = new Story();
    for (int i = 1; i <= 3; i++) {
      dying
          .ask("tab-" + i, new Owner("ann", "tab-7"), Operation.UPLOAD, "/ann/" + i, 0)
          .ask("any-" + i, new Owner("bob", "web." + i), Operation.UPLOAD, "/bob/" + i, 0);
    }

    assertThat(report(dying.at(40_000).tick(), Scope.ALL, 10).deadClients())
        .containsExactlyInAnyOrder(
            new DeadClientRow("acme", "ann", "tab-7", 3, 120_000, Story.BEGIN + 40_000),
            new DeadClientRow("acme", "bob", null, 3, 120_000, Story.BEGIN + 40_000));
  }

  @Test
  void deadClients_areThoseWhoseLeasesExpired() {
    assertThat(report.deadClients())
        .containsExactly(new DeadClientRow("other", "u5", null, 1, 34_000, Story.BEGIN + 40_000));
  }

  @Test
  void members_addUpToTheirAccount() {
    assertThat(report.accounts()).extracting(MemberRow::account).containsExactly("acme", "other");
    MemberRow acme = report.accounts().get(0);
    List<MemberRow> members =
        report.subAccounts().stream().filter(row -> row.account().equals("acme")).toList();
    assertThat(members)
        .extracting(MemberRow::subAccount)
        .containsExactlyInAnyOrder("u1", "u2", "u3", "u4");
    assertThat(acme.requests()).isEqualTo(4);
    assertThat(members.stream().mapToLong(MemberRow::requests).sum()).isEqualTo(4);
    assertThat(members.stream().mapToLong(MemberRow::refused).sum()).isEqualTo(acme.refused());
    assertThat(members.stream().mapToLong(MemberRow::inVain).sum()).isEqualTo(acme.inVain());
  }

  @Test
  void decisions_standInTheirSecond() {
    assertThat(report.bucketMs()).isEqualTo(1_000);
    assertThat(report.decisions()).hasSize(41);
    assertThat(report.decisions().get(0)).isEqualTo(new Bucket(Story.BEGIN, 1, 2, 1, 0, 0, 0));
    assertThat(report.decisions().get(40))
        .isEqualTo(new Bucket(Story.BEGIN + 40_000, 1, 0, 0, 0, 0, 1));
  }

  @Test
  void scope_leavesOutOthersAndWhatLiesBefore() {
    StatsReport other = report(new Scope(Moment.BEGINNING, Moment.END, "other"), 10);
    assertThat(other.totals().requests()).isEqualTo(2);
    assertThat(other.totals().commands()).isEqualTo(2);
    assertThat(other.refusals()).isEmpty();
    assertThat(other.waiting()).isEqualTo(NONE);
    StatsReport late =
        report(new Scope(new Moment(Story.BEGIN + 10_000, false), Moment.END, null), 10);
    assertThat(late.totals().commands()).isEqualTo(1);
    assertThat(late.totals().requests()).isEqualTo(2);
    assertThat(late.totals().expired()).isEqualTo(1);
  }

  @Test
  void nothing_isNoFailure() {
    StatsReport empty = new HistoryStats(Scope.ALL, 10).report();
    assertThat(empty.decisions()).isEmpty();
    assertThat(empty.totals()).isEqualTo(new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  private StatsReport report(Scope scope, int top) {
    return report(story, scope, top);
  }

  private static StatsReport report(Story story, Scope scope, int top) {
    HistoryStats stats = new HistoryStats(scope, top);
    story.tell(stats);
    return stats.report();
  }
}
