package io.lockarbiter.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.file.RecordLine;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Names, paths and comments that would send orders to a terminal or a spreadsheet. */
class HostileInputTest {
  /**
   * A text that is allowed in an id: it has no controls, but characters that reverse a line or are
   * invisible.
   */
  private static final String TURNED = "\u202ecba\u200b\u2066\u061c";

  private static final String ACCOUNT = "=cmd|' /C calc'!A0" + TURNED;
  private static final String MEMBER = "@SUM(1,1)" + TURNED;
  private static final String LOCK = "+1+1" + TURNED;
  private static final String PATH = "/docs" + TURNED + "/plan";

  /** A comment may contain any of these characters. */
  private static final String COMMENT = "\u001b[2J\u009b31m\u0007\r\nforged line\t" + TURNED;

  @TempDir static Path folder;

  private static final List<String> LINES = new ArrayList<>();
  private static Path records = Path.of("");
  private static Path damaged = Path.of("");

  @BeforeAll
  static void record() throws IOException {
    HistoryRecorder recorder =
        new HistoryRecorder(0, one -> add("lock.commands", one), one -> add("lock.events", one));
    recorder.append(0, 1_000, SettingsChange.NOTHING.with(Setting.PARTITIONS, 1));
    recorder.append(1, 2_000, acquire(LOCK, MEMBER, 0));
    recorder.append(2, 2_500, acquire("-2+3" + TURNED, "u2" + TURNED, 60_000));
    recorder.append(3, 2_600, acquire("\u2066=1" + TURNED, "u3", 0));
    recorder.append(
        4,
        3_000,
        new ForceRelease("force", ACCOUNT, new Owner("ops" + TURNED, null), null, LOCK, COMMENT));
    String invalid = "{\"type\":\"\\u001b[2J\",\"commandId\":\"bad\",\"account\":\"a\"}";
    recorder.append(5, 4_000, 0, "a".getBytes(UTF_8), invalid.getBytes(UTF_8));
    records = Files.write(folder.resolve("records.jsonl"), LINES);
    damaged =
        Files.write(
            folder.resolve("damaged.jsonl"),
            LINES.stream()
                .map(HostileInputTest::damaged)
                .map(line -> line.replace("\"key\":\"=cmd", "\"key\":\"\\u009b\\n=cmd"))
                .toList());
  }

  private static String damaged(String line) {
    return line.contains("lock.events")
        ? line.replace("{\\\"v\\\":1", "{\\\"x\\\\u001b[2J\\\":1,\\\"v\\\":1")
        : line;
  }

  private static void add(String topic, AuditRecord record) {
    LINES.add(new RecordLine(topic, 0, record).text());
  }

  private static Acquire acquire(String id, String member, long waitMs) {
    LockPath path = LockPath.of(PATH);
    return new Acquire(
        ACCOUNT,
        null,
        new LockFields(
            id,
            new Owner(member, "web" + TURNED),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            30_000,
            waitMs,
            List.of(),
            new TreeMap<>()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify",
        "explain --account A --path P",
        "explain --account A --path P --at 3",
        "lock L",
        "state",
        "state --at 2",
        "state --at 2 --json",
        "export",
        "export --format CSV",
        "export --records",
        "diff --rules --set waitersPerAccount=0",
        "timeline --html F",
        "stats",
        "stats --json --html F",
      })
  void noCommand_printsWhatActsOnATerminal(String command) {
    for (Path file : List.of(records, damaged)) {
      AuditRun run = run(command, file);
      assertThat((run.out() + run.err()).lines().filter(HostileInputTest::acts)).isEmpty();
    }
    assertThat(run(command, records).out()).isNotEmpty().doesNotContainPattern("(?m)^forged line");
  }

  @Test
  void everyCommand_isTried() throws NoSuchMethodException {
    TreeSet<String> tried = new TreeSet<>();
    for (String command :
        HostileInputTest.class
            .getDeclaredMethod("noCommand_printsWhatActsOnATerminal", String.class)
            .getAnnotation(ValueSource.class)
            .strings()) {
      tried.add(command.split(" ", 2)[0]);
    }
    assertThat(tried)
        .isEqualTo(new TreeSet<>(new CommandLine(new AuditCommand()).getSubcommands().keySet()));
  }

  @Test
  void damagedHistory_isToldWithWhatIsInIt() {
    assertThat(run("verify", damaged).out())
        .contains("<U+001B>[2J", "key=<U+009B><U+000A>=cmd", "violation: ");
  }

  @Test
  void comment_staysInItsLine() {
    String out = run("lock L", records).out();
    assertThat(out.lines()).hasSize(3);
    assertThat(out)
        .contains(": <U+001B>[2J<U+009B>31m<U+0007><U+000D><U+000A>forged line<U+0009><U+202E>");
  }

  @Test
  void misuse_isToldInVisibleCharacters() {
    AuditRun run = run("verify --from \u001b[2J", records);
    assertThat(run.err()).startsWith("Invalid value for option '--from'").contains("<U+001B>[2J");
    assertThat(run.err().lines().filter(HostileInputTest::acts)).isEmpty();
    AuditRun missing = run("verify", folder.resolve("no\u001b[2Jfile"));
    assertThat(missing.err())
        .startsWith("lockarbiter audit verify: ")
        .contains("no<U+001B>[2Jfile");
  }

  @Test
  void json_readsAsBefore() {
    JsonNode state = JsonMapper.shared().readTree(run("state --at 2 --json", records).out());
    assertThat(state.path("account").asString()).isEqualTo(ACCOUNT);
    assertThat(state.at("/locks/0/path").asString()).isEqualTo(PATH);
    assertThat(state.at("/waiting/0/subAccount").asString()).isEqualTo("u2" + TURNED);
  }

  @Test
  void exportedRecords_areTheSameRecords() throws IOException {
    Path copy = folder.resolve("copy.jsonl");
    Files.writeString(copy, run("export --records", records).out());
    JsonMapper json = JsonMapper.shared();
    assertThat(Files.readAllLines(copy).stream().map(json::readTree))
        .containsExactlyInAnyOrderElementsOf(LINES.stream().map(json::readTree).toList());
    assertThat(run("verify", copy).code()).isZero();
  }

  @Test
  void cells_areNoFormulas() throws IOException {
    List<CSVRecord> rows = csv(run("export --format CSV", records));
    assertThat(rows).hasSize(5);
    for (CSVRecord row : rows) {
      assertThat(row).allSatisfy(cell -> assertThat(cell).doesNotMatch("(?s)\\s*[=+\\-@].*"));
    }
    assertThat(rows)
        .extracting(row -> row.get("account"))
        .contains("'=cmd|' /C calc'!A0<U+202E>cba<U+200B><U+2066><U+061C>");
    assertThat(rows)
        .extracting(row -> row.get("commandId"))
        .anyMatch(id -> id.startsWith("'+1+1"))
        .anyMatch(id -> id.startsWith("'-2+3"));
    assertThat(rows)
        .extracting(row -> row.get("subAccount"))
        .anyMatch(id -> id.startsWith("'@SUM"));
    assertThat(rows).extracting(row -> row.get("at")).contains("2000");
  }

  @Test
  void rawCells_areUnchanged() throws IOException {
    assertThat(csv(run("export --format CSV --raw", records)))
        .extracting(row -> row.get("account"))
        .contains(ACCOUNT);
  }

  private static List<CSVRecord> csv(AuditRun run) throws IOException {
    return CSVFormat.DEFAULT
        .builder()
        .setHeader()
        .setSkipHeaderRecord(true)
        .get()
        .parse(new StringReader(run.out()))
        .getRecords();
  }

  /**
   * Runs a command; {@code A}, {@code P}, {@code L} and {@code F} stand for the history's names and
   * for a file.
   */
  private static AuditRun run(String command, Path file) {
    String[] words = command.split(" ");
    Object[] options = new Object[words.length - 1];
    for (int i = 1; i < words.length; i++) {
      options[i - 1] =
          switch (words[i]) {
            case "A" -> ACCOUNT;
            case "P" -> PATH;
            case "L" -> LOCK;
            case "F" -> folder.resolve("page" + TURNED + ".html");
            default -> words[i];
          };
    }
    return AuditRun.of(words[0], file, options);
  }

  private static boolean acts(String line) {
    return line.codePoints()
        .map(Character::getType)
        .anyMatch(
            type ->
                type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR
                    || type == Character.SURROGATE);
  }
}
