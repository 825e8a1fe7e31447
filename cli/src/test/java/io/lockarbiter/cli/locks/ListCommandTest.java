package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ListCommandTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration WEEK = Duration.ofDays(7);

  /** Clears the screen, turns lines round, forges one, and is wide and long. */
  private static final String HOSTILE =
      "\u001b[2J\u009b31m\u0007\r\nforged\t\u202ecba" + "漢字".repeat(300);

  @AfterEach
  void noTerminal() {
    System.clearProperty("lockarbiter.terminal");
  }

  @Test
  void checkOuts_areListedOldestFirst() throws IOException {
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .with("c2", "bob", "/docs/a.txt", HOUR, "")
            .with("c1", "ann", "/docs/plan.docx", WEEK, "back on Monday")) {
      assertThat(arbiter.run("list")).isZero();
      assertThat(arbiter.out().lines())
          .containsExactly(
              "2 of 2 check-outs of account=acme under /, log time 2026-11-21 21:00 UTC",
              "who  path                        since             until  lockId  note",
              "ann  /docs/plan.docx  2026-11-14 21:00  2026-12-14 21:00  c1      back on Monday",
              "bob  /docs/a.txt      2026-11-21 20:00  2026-12-21 20:00  c2");
      assertThat(arbiter.err()).isEmpty();
    }
  }

  @Test
  void narrowTerminal_hasLockIdsInLinesOfTheirOwn() throws IOException {
    System.setProperty("lockarbiter.terminal", "24x80");
    String id = "3f2a9c7e-1111-2222-3333-444455556666";
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .with(id, "ann", "/docs/2026/marketing/plan.docx", WEEK, "back on Monday")) {
      assertThat(arbiter.run("list")).isZero();
      assertThat(arbiter.out().lines().skip(1))
          .containsExactly(
              "who  path                                since             until  note",
              "ann  /docs/202…ing/plan.docx  2026-11-14 21:00  2026-12-14 21:00  back on Monday",
              "  lockId " + id);
    }
  }

  /** Another program would look for what is cut in vain. */
  @Test
  void outputThatGoesToNoTerminal_isNotCut() throws IOException {
    String folder = "/projects/" + "leitung ".repeat(40) + "end";
    String note = "a note of many words ".repeat(12) + "end";
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks().with("c1", "ann".repeat(20), folder, WEEK, note)) {
      assertThat(arbiter.run("list")).isZero();
      assertThat(arbiter.out()).contains("ann".repeat(20), folder, note).doesNotContain("…");
    }
  }

  @ParameterizedTest
  @CsvSource({"80", "160"})
  void hostileNote_neitherActsOnTheTerminalNorWidensIt(int columns) throws IOException {
    System.setProperty("lockarbiter.terminal", "24x" + columns);
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .with("c1", "ann\u202e" + "漢".repeat(30), "/" + "漢\u202e".repeat(200), WEEK, HOSTILE)) {
      assertThat(arbiter.run("list")).isZero();
      assertThat(arbiter.out().lines().skip(1).toList())
          .hasSize(columns == 80 ? 3 : 2)
          .allMatch(line -> columns(line) <= columns)
          .noneMatch(line -> line.matches(".*[\\p{Cc}\\p{Cf}].*"));
      assertThat(arbiter.out()).contains("<U+", "…");
    }
  }

  /** All characters above Latin are wide in these texts, but for the mark of a cut. */
  private static int columns(String line) {
    return line.chars().map(unit -> unit > 0xff && unit != '…' ? 2 : 1).sum();
  }

  @Test
  void json_hasEachCheckOutInALine_andHostileTextAsEscapes() throws IOException {
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .with("c1", "ann", "/docs/plan.docx", WEEK, HOSTILE)
            .with("c2", "bob", "/docs/a.txt", HOUR, "x")) {
      assertThat(arbiter.run("list", "--json")).isZero();
      List<String> lines = arbiter.out().lines().toList();
      assertThat(lines).hasSize(2).noneMatch(line -> line.matches(".*[\\p{Cc}\\p{Cf}].*"));
      JsonNode first = JsonMapper.shared().readTree(lines.get(0));
      assertThat(first.propertyNames())
          .containsExactly(
              "lockId",
              "subAccount",
              "operation",
              "path",
              "targets",
              "leaseMs",
              "attributes",
              "token",
              "grantedAt",
              "expiresAt");
      assertThat(first.path("attributes").path("note").asString()).isEqualTo(HOSTILE);
    }
  }

  @Test
  void folderAndAccount_areAskedOfTheArbiter() throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks()) {
      assertThat(arbiter.run("list", "--under", "/a b/ü+c")).isZero();
      assertThat(arbiter.asked())
          .containsExactly(
              "/api/accounts/acme/locks?mode=GUARD&limit=10000&under=%2Fa%20b%2F%C3%BC%2Bc");
      assertThat(arbiter.out())
          .startsWith("0 of 0 check-outs of account=acme under /a b/ü+c, log time ");
      assertThat(arbiter.err())
          .startsWith("No check-out of account=acme is under /a b/ü+c. ")
          .contains("misspelled name looks the same");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--sub-account, ann, 'old young'",
    "--sub-account, an, ''",
    "--older-than, 1h, 'old'",
    "--older-than, 59m, 'old young others'",
    "--older-than, P7D, ''"
  })
  void memberAndAge_areChosen(String option, String value, String expected) throws IOException {
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .with("young", "ann", "/a", HOUR, "")
            .with("old", "ann", "/b", WEEK, "")
            .with("others", "bob", "/c", HOUR, "")) {
      assertThat(arbiter.run("list", option, value, "--json")).isZero();
      assertThat(
              arbiter
                  .out()
                  .lines()
                  .map(line -> JsonMapper.shared().readTree(line).path("lockId").asString()))
          .containsExactly(expected.isEmpty() ? new String[0] : expected.split(" "));
    }
  }

  /** An arbiter that does not know the mode in the question shows every lock. */
  @Test
  void otherLocks_areNotListed() throws IOException {
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .withLock(
                """
                {"lockId":"u1","subAccount":"ann","operation":"UPLOAD","path":"/a","targets":[{"path":"/a","mode":"PUT"}],
                 "leaseMs":30000,"token":1,"grantedAt":1,"expiresAt":2}""")
            .withLock(
                """
                {"lockId":"u2","subAccount":"ann","session":"dav-7","operation":"CUSTOM","targets":[{"path":"/a","mode":"GUARD"},
                 {"path":"/b","mode":"GUARD"}],"leaseMs":30000,"token":2,"grantedAt":1,"expiresAt":2}""")) {
      assertThat(arbiter.run("list")).isZero();
      assertThat(arbiter.out().lines().skip(2))
          .singleElement()
          .asString()
          .startsWith("ann/dav-7  /a +1  ");
    }
  }

  @Test
  void whatTheLimitLeavesOut_isSaid() throws IOException {
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .with("c1", "ann", "/a", WEEK, "")
            .with("c2", "ann", "/b", HOUR, "")
            .with("c3", "ann", "/c", HOUR, "")) {
      assertThat(arbiter.run("list", "--limit", "1", "--json")).isEqualTo(1);
      assertThat(arbiter.out().lines()).singleElement().asString().contains("\"c1\"");
      assertThat(arbiter.err())
          .startsWith("2 younger ones are left out because of --limit=1. Fix: ");
    }
  }

  @Test
  void whatTheViewMayLeaveOut_isSaid() throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks()) {
      for (int n = 0; n < 10_000; n++) {
        arbiter.with("c" + n, "u" + n % 2, "/" + n, HOUR, "");
      }
      assertThat(arbiter.run("list", "--sub-account", "u3")).isEqualTo(1);
      assertThat(arbiter.out()).startsWith("0 of 10,000 check-outs ");
      assertThat(arbiter.err()).contains("10,000 locks at most", "Fix: ", "--under");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "503, '{\"detail\":\"partition=3 is HALTED\"}', 'it answers 503: partition=3 is HALTED'",
    "404, oops, 'it answers 404. Fix: --arbiter=URL'",
    "200, oops, 'Fix: --arbiter=URL'",
    "200, '{\"locks\":[]}', 'its answer has no locks, or no log time. Fix: --arbiter=URL'"
  })
  void arbiterThatDoesNotTell_isNamedWithTheReason(int status, String body, String why)
      throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks(status, body)) {
      assertThat(arbiter.run("list")).isEqualTo(70);
      assertThat(arbiter.out()).isEmpty();
      assertThat(arbiter.err())
          .startsWith("checkouts list: http://127.0.0.1:")
          .contains(" does not tell the check-outs of account=acme: ", why);
    }
  }

  @Test
  void whereNobodyListens_isSaid() throws IOException {
    ArbiterWithLocks arbiter = new ArbiterWithLocks();
    arbiter.close();
    assertThat(arbiter.run("list")).isEqualTo(70);
    assertThat(arbiter.err())
        .contains("nobody listens there. Fix: start the arbiter, or --arbiter=URL");
  }

  @Test
  void answerThatIsTooLarge_isNotRead() throws IOException {
    String body = " ".repeat(LocksView.MOST_BYTES + 1);
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks(200, body)) {
      assertThat(arbiter.run("list")).isEqualTo(70);
      assertThat(arbiter.err())
          .contains("its answer has more than 32 MiB. Fix: ask folder by folder")
          .doesNotContain("--arbiter=URL");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--limit, 0, '--limit=0, expected 1 to 10000'",
    "--limit, 10001, '--limit=10001, expected 1 to 10000'",
    "--under, docs, '--under=docs '",
    "--sub-account, '', '--sub-account= is empty'",
    "--older-than, 3, is not a duration such as",
    "--older-than, 3 weeks, is not a duration such as",
    "--older-than, -3d, is not a duration such as",
    "--older-than, 99999999999d, is not a duration such as"
  })
  void wrongOption_isRefusedWithTheReason(String option, String value, String why)
      throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks()) {
      assertThat(arbiter.run("list", option, value)).isEqualTo(64);
      assertThat(arbiter.err()).contains(why);
      assertThat(arbiter.asked()).isEmpty();
    }
  }
}
