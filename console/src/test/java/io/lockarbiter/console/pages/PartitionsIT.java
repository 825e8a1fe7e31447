package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.kafka.LogPositions;
import io.lockarbiter.console.kafka.OpenTransaction;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The condition of the partitions, and the known facts about those that have halted. */
class PartitionsIT extends ConsolePage {
  private static final String ROW = "[data-partition=\"0\"]";
  private static final String PARTITIONS =
      "return [...document.querySelectorAll('[data-partition]')].map(one => one.dataset.partition)";

  @BeforeEach
  void look() {
    hurry();
    blockedDeletion();
    show("partitions");
    shows("#screen", "1 partition, all OK");
  }

  @Test
  void lag_isSaidInWordsWithCauseAndRemedy() {
    assertThat(browser.text(ROW)).contains("✓", "OK", "has it", "0 ms");
    positions.behind(40, true);
    shows(".partitions", "▲", "BEHIND", "40", "Seen:", "though an arbiter has this partition");
    shows(
        ".partitions", "What to do:", "lockarbiter partitions --arbiter URL", "lockarbiter repair");
    assertThat(browser.text("#screen [role=status]")).contains("1 partition: 1 BEHIND");
  }

  /**
   * The clock has stood still for longer than the page is open; without undecided commands that is
   * no alarm.
   */
  @Test
  void logClockThatStands_isSaidWithItsTrueDuration() {
    assertThat(browser.text(ROW)).doesNotContain("idle", "stands");
    arbiter.pass(Duration.ofMinutes(7));
    shows(ROW, "idle for 7 min");
    positions.behind(40, true);
    shows(ROW, "stands for 7 min");
  }

  @Test
  void partitionWithoutAnArbiter_isSaid() {
    positions.behind(40, false);
    shows(ROW, "STALLED", "none");
    shows(".remedy", "no arbiter has this partition", "Start an arbiter");
  }

  @Test
  void screensOfAnAccount_sayThatItsPartitionStandsStill() {
    positions.behind(40, true);
    show("waits");
    shows("#standing", "Partition 0, which has this account, is BEHIND", "Commands wait undecided");
    browser.click("#standing a");
    shows(ROW, "BEHIND");
    assertThat(browser.text("#standing")).isEmpty();
    positions.well();
    browser.press("2");
    shows("#waits", "holds up 2");
    soon(() -> assertThat(browser.text("#standing")).isEmpty());
  }

  /** The page's own answer is changed, since the partition of these tests is the only one. */
  @Test
  void partitionsThatStandStill_thoseWhoseCommandsWaitComeFirst_andTheRemedyOnce() {
    browser.beforeEachPage(
        """
        const ask = globalThis.fetch;
        globalThis.fetch = async (address, options) => {
          const answer = await ask(address, options);
          if (!String(address).startsWith('/api/partitions')) return answer;
          const told = await answer.json();
          const one = { ...told.partitions[0], state: 'STALLED', owned: false, cause: 'Nobody decides there', remedy: 'Start an arbiter' };
          return Response.json({ ...told, partitions: [0, 1, 2, 3].map(n => ({ ...one, partition: n, lag: n === 2 ? 1 : 0, lagMs: n === 2 ? 15400 : 0, at: told.now - 420000 })) });
        };""");
    try {
      show("partitions");
      shows("#screen", "4 partitions: 4 STALLED");
      assertThat(strings(PARTITIONS)).containsExactly("2", "0", "1", "3");
      assertThat(texts(".remedy strong")).filteredOn(one -> one.equals("What to do:")).hasSize(1);
      shows(".remedy", "The same holds for the 3 partitions below.");
      shows("[data-partition='2']", "7 min");
      assertThat(browser.text("[data-partition='2']")).doesNotContain("15.4 s");
    } finally {
      browser.beforeEachPage("");
    }
  }

  @Test
  void openTransaction_isSaidThoughAllIsDecided() {
    positions.set(
        new LogPositions.Position(
            0L,
            Long.MAX_VALUE / 2,
            Long.MAX_VALUE / 2,
            1_000L,
            true,
            null,
            List.of(new OpenTransaction("lock.events", true, 7, 3))),
        null);
    shows(ROW, "STALLED");
    shows(
        ".remedy",
        "open on lock.events since offset 7",
        "More:",
        "EVENTS_TRANSACTION",
        "kafka-transactions.sh abort --topic lock.events --partition 0 --start-offset 7");
  }

  @Test
  void likelyHalt_isNamedAsARunbookSection() {
    positions.set(new LogPositions.Position(1_000_500L, 1_000_900L, 1_000_000L, 1L, true), null);
    shows(ROW, "SUSPECT");
    shows(
        ".remedy",
        "retention has removed 500 undecided commands",
        "Likely a halt for:",
        "RETENTION",
        "docs/RUNBOOK.md");
  }

  @Test
  void whatCannotBeKnownFromHere_isSaid() {
    shows(
        ".beyond",
        "not the arbiters",
        "METADATA, MISMATCH, TIMESTAMP or PARTITIONS",
        "lockarbiter partitions");
  }

  @Test
  void lagThatCannotBeKnown_isSaid() {
    positions.set(
        new LogPositions.Position(null, Long.MAX_VALUE / 2, null, 1_000L, null),
        "group arbiter: not allowed");
    shows(".lag-unknown", "cannot be known", "group arbiter: not allowed", "Describe");
    assertThat(browser.text("#screen [role=status]")).contains("nothing known against them");
    assertThat(browser.text(ROW)).contains("not known");
  }

  @Test
  void rates_areMeasuredAndDrawn() {
    soon(
        () ->
            assertThat(string("document.getElementById('rates').getAttribute('aria-label')"))
                .startsWith("Events a second: now "));
    soon(
        () ->
            assertThat(
                    string(
                        "Chart.getChart(document.getElementById('rates'))?.data.datasets[0].data.length ?? 0"))
                .isNotEqualTo("0"));
  }
}
