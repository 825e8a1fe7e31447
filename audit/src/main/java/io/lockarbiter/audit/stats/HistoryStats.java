package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.lives.LockLives;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.stats.StatsReport.MemberRow;
import io.lockarbiter.audit.stats.StatsReport.Totals;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gathers figures within a scope, partition after partition. Keeps the live locks and a bounded
 * number of tallies, never the history.
 */
public final class HistoryStats implements ReplayListener {
  private static final int KEPT = 2_000;

  private record Folder(String account, LockPath path) {}

  private record Member(String account, String subAccount) {}

  private final Scope scope;
  private final int top;
  private final LockLives lives;
  private final MemberTally all = new MemberTally();
  private final HotKeys<Folder, FolderTally> folders =
      new HotKeys<>(KEPT, FolderTally::new, FolderTally::requests);
  private final HotKeys<String, MemberTally> accounts =
      new HotKeys<>(KEPT, MemberTally::new, MemberTally::requests);
  private final HotKeys<Member, MemberTally> members =
      new HotKeys<>(KEPT, MemberTally::new, MemberTally::requests);
  private final HotKeys<Member, DeadClientTally> dead =
      new HotKeys<>(KEPT, DeadClientTally::new, DeadClientTally::expired);
  private final TimeBuckets decisions = new TimeBuckets();
  private final LongestWaits waits;
  private final Map<RejectReason, Long> refusals = new EnumMap<>(RejectReason.class);
  private final Map<ReleaseReason, Long> ends = new EnumMap<>(ReleaseReason.class);
  private long commands;
  private long renewed;
  private long released;
  private long asked;
  private long told;
  private long cut;
  private long repeated;

  /**
   * Begins without figures.
   *
   * @param top rows of each list
   */
  public HistoryStats(Scope scope, int top) {
    this.scope = scope;
    this.top = top;
    this.lives = new LockLives(scope, this::add);
    this.waits = new LongestWaits(top);
  }

  @Override
  public void begin(HistoryStart start) {
    lives.begin(start);
  }

  @Override
  public void step(ReplayStep step) {
    lives.step(step);
    if (!scope.covers(step)) {
      return;
    }
    for (RecordedEvent recorded : step.events()) {
      Event event = recorded.event();
      if (scope.covers(event.head().account())) {
        add(event);
      }
    }
    commands += isAsked(step.command().content()) ? 1 : 0;
  }

  private boolean isAsked(DecodedCommand content) {
    return content.account() != null && scope.covers(content.account());
  }

  @Override
  public void end() {
    lives.end();
  }

  private void add(Event event) {
    if (event.repeated()) {
      repeated++;
      return;
    }
    decisions.add(event);
    if (event instanceof Rejected rejected) {
      refusals.merge(rejected.reason(), 1L, Long::sum);
    } else if (event instanceof Granted granted) {
      cut += granted.cut().equals(Cut.NONE) ? 0 : 1;
    } else if (event instanceof Renewed renewal) {
      renewed++;
      cut += renewal.cut().equals(Cut.NONE) ? 0 : 1;
    } else if (event instanceof Released end) {
      released++;
      ends.merge(end.reason(), 1L, Long::sum);
    } else if (event instanceof YieldRequested) {
      asked++;
    } else if (event instanceof Told) {
      told++;
    }
  }

  private void add(LockLife life) {
    long now = lives.until();
    Member member = new Member(life.account(), life.fields().owner().subAccount());
    all.add(life, now);
    accounts.of(life.account()).add(life, now);
    members.of(member).add(life, now);
    for (LockPath folder : FolderTally.folders(life)) {
      folders.of(new Folder(life.account(), folder)).add(life, now);
    }
    if (life.hasWaited()) {
      waits.add(life, now);
    }
    if (life.isExpired()) {
      dead.of(member).add(life, now);
    }
  }

  /** Returns the figures so far. */
  public StatsReport report() {
    MemberRow sum = all.row("", null);
    return new StatsReport(
        decisions.from(),
        lives.until(),
        totals(sum),
        mostFirst(refusals),
        mostFirst(ends),
        sum.waiting(),
        sum.holding(),
        waits.rows(),
        folders.hottest(
            top,
            folder ->
                folder
                    .getValue()
                    .row(folder.getKey().account(), folder.getKey().path().toString())),
        dead.hottest(
            top,
            client ->
                client.getValue().row(client.getKey().account(), client.getKey().subAccount())),
        accounts.hottest(top, account -> account.getValue().row(account.getKey(), null)),
        members.hottest(
            top,
            member ->
                member.getValue().row(member.getKey().account(), member.getKey().subAccount())),
        decisions.buckets(),
        decisions.widthMs(),
        folders.hasForgotten()
            || accounts.hasForgotten()
            || members.hasForgotten()
            || dead.hasForgotten());
  }

  private Totals totals(MemberRow sum) {
    return new Totals(
        commands,
        sum.requests(),
        sum.granted(),
        sum.waited(),
        sum.inVain(),
        sum.refused(),
        renewed,
        released - sum.expired(),
        sum.expired(),
        asked,
        told,
        cut,
        repeated,
        all.live());
  }

  private static <R extends Enum<R>> Map<String, Long> mostFirst(Map<R, Long> counts) {
    Map<String, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<R, Long>comparingByValue().reversed())
        .forEach(count -> sorted.put(count.getKey().name(), count.getValue()));
    return sorted;
  }
}
