package io.lockarbiter.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.file.RecordLine;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the command line on files. */
class AuditCommandTest {
  private static final Owner OWNER = new Owner("u1", "web-1");

  @TempDir private Path directory;
  private final List<String> lines = new ArrayList<>();
  private Path file = Path.of("");

  @BeforeEach
  void record() throws IOException {
    HistoryRecorder recorder = recorder();
    recorder.append(0, 1_000_000_000_000L, SettingsChange.NOTHING.with(Setting.PARTITIONS, 1));
    recorder.append(1, 1_000_000_001_000L, upload(30_000));
    recorder.append(2, 1_000_000_003_000L, new Release("c2", "acme", OWNER, null, "c1", false));
    file = write("history.jsonl", String.join("\n", lines));
  }

  private static Acquire upload(long leaseMs) {
    LockPath path = LockPath.of("/docs/ä\"b");
    return new Acquire(
        "acme",
        null,
        new LockFields(
            "c1",
            OWNER,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            leaseMs,
            0,
            List.of(),
            new TreeMap<>()));
  }

  private void add(String topic, AuditRecord record) {
    lines.add(new RecordLine(topic, 0, record).text());
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** Records a history of partition 0, from its beginning. */
  private HistoryRecorder recorder() {
    lines.clear();
    return new HistoryRecorder(
        0, record -> add("lock.commands", record), record -> add("lock.events", record));
  }

  @Test
  void rightHistory_isClean() {
    assertThat(verify(file))
        .isEqualTo(
            """
            partition 0: clean; 3 commands, 2 events, 2 answers judged
            clean: 2 answers judged in 1 partitions, 0 violations
            exit 0""");
  }

  @Test
  void packedFile_isReadAlike() throws IOException {
    Path packed = directory.resolve("history.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Files.readAllBytes(file));
    }
    assertThat(verify(packed)).endsWith("exit 0");
  }

  @Test
  void kcatsOwnLines_areReadAlike() throws IOException {
    Path kcat =
        write("kcat", Files.readString(file).replace(",\"leaderEpoch\":0", ",\"broker\":1"));
    assertThat(Files.readString(kcat)).contains("broker");
    assertThat(verify(kcat)).endsWith("exit 0");
  }

  @Test
  void damagedEvent_isNamedWithItsRecord() throws IOException {
    Path damaged =
        write("damaged", Files.readString(file).replace("\\\"heldMs\\\":2000", "\\\"heldMs\\\":1"));
    assertThat(verify(damaged))
        .contains(
            """
              lock.events partition=0 offset=3 account=acme at=2001-09-09T01:46:43Z
                expected heldMs=2000
                found    heldMs=1
            """)
        .contains("violation: 2 answers judged in 1 partitions, ")
        .endsWith("exit 1");
  }

  @Test
  void emptyHistory_isUndecidable() throws IOException {
    assertThat(verify(write("empty", ""))).contains("undecidable: 0 answers").endsWith("exit 2");
  }

  @Test
  void wrongArguments_areNoVerdict() {
    assertThat(run("verify")).contains("Usage: ").endsWith("exit 64");
    assertThat(run("verify", "--kafka", "k:1", "--from", "yesterday"))
        .contains("'yesterday' is no time, expected ISO-8601 such as ")
        .endsWith("exit 64");
  }

  @Test
  void unreadableLine_isNoVerdict() throws IOException {
    Path broken = write("broken", lines.get(0) + "\n{\"topic\":1}");
    assertThat(verify(broken))
        .contains("broken line 2 has no topic or no offset")
        .endsWith("exit 70");
    Path created = write("created", lines.get(0).replace("logappend", "create"));
    assertThat(verify(created))
        .contains("line 1 has tstype=create, expected logappend; leases follow the broker's clock")
        .endsWith("exit 70");
  }

  @Test
  void bytesThatAreNoText_surviveTheFile() throws IOException {
    byte[] bytes = {(byte) 0xff, 1};
    AuditRecord record = new AuditRecord(7, 5, -1, null, bytes, List.of());
    lines.add(new RecordLine("lock.commands", 0, record).text());
    Path more = write("more", String.join("\n", lines));
    String export =
        run("export", "--records", "--commands", more.toString(), "--events", more.toString());
    assertThat(export).contains("\"key\":null,\"payload64\":\"/wE=\"");
  }

  @Test
  void explanation_fitsIntoATicket() {
    assertThat(
            run(
                "explain",
                "--account",
                "acme",
                "--path",
                "/docs",
                "--at",
                "2001-09-09T01:46:42Z",
                "--commands",
                file.toString(),
                "--events",
                file.toString()))
        .contains(
            """
            Account acme, path /docs, as of 2001-09-09T01:46:42Z
            Log time 2001-09-09T01:46:41Z, after the command at offset=1 of partition 0; all times UTC.

            Held at /docs: nothing.
            """)
        .contains(
            "- u1 (session web-1) held UPLOAD (PUT /docs/ä\"b) since 2001-09-09T01:46:41Z, for 1.0 s;"
                + " its lease ran until 2001-09-09T01:47:11Z, 29.0 s more. Token 1, lockId c1.");
  }

  @Test
  void requestThatAsksHolders_isToldOfItAndOfThem() throws IOException {
    HistoryRecorder recorder = recorder();
    recorder.append(0, 1_000_000_000_000L, upload(30_000));
    LockPath root = LockPath.ROOT;
    LockFields freeze =
        new LockFields(
            "f",
            new Owner("ops", null),
            Operation.FREEZE,
            root,
            null,
            Operation.FREEZE.targets(root, null),
            30_000,
            60_000,
            List.of(),
            new TreeMap<>());
    recorder.append(1, 1_000_000_001_000L, new Acquire("acme", null, freeze, 10_000L, "backup"));
    String asking = write("asking", String.join("\n", lines)).toString();

    assertThat(run("lock", "f", "--commands", asking, "--events", asking))
        .contains(", asks 1 in its way to let go, with a grace of 10.0 s: backup  [");
    assertThat(run("export", "--commands", asking, "--events", asking))
        .contains("\"graceMs\":10000,\"comment\":\"backup\"");
    assertThat(run("lock", "c1", "--commands", asking, "--events", asking))
        .contains(
            "  2001-09-09T01:46:41Z  asked to let go by ops with a grace of 10.0 s,"
                + " ends at 2001-09-09T01:46:51Z: backup, because lockId f waits  [");
    assertThat(
            run(
                "explain",
                "--account",
                "acme",
                "--path",
                "/",
                "--at",
                "2001-09-09T01:46:42Z",
                "--commands",
                asking,
                "--events",
                asking))
        .contains(
            "its lease ran until 2001-09-09T01:46:51Z, 9.0 s more; asked to let go at"
                + " 2001-09-09T01:46:41Z by ops, ends at 2001-09-09T01:46:51Z as ops asked,"
                + " comment: backup. Token 1");
  }

  /** Checked out with a note, in a deployment that keeps locks for a day, and handed over. */
  @Test
  void checkOutThatChangesHands_isToldWithNotesAndBothMembers() throws IOException {
    HistoryRecorder recorder = recorder();
    recorder.append(
        0, 1_000_000_000_000L, SettingsChange.NOTHING.with(Setting.LONGEST_KEEP_MS, 86_400_000));
    recorder.append(1, 1_000_000_000_000L, checkOut("c1", "ana", "back on Friday", null));
    recorder.append(2, 1_000_000_001_000L, upload("up"));
    LockRef anas = new LockRef("c1", new Owner("ana", null));
    recorder.append(3, 1_000_000_002_000L, checkOut("c2", "ben", "the roof", anas));
    String story = write("story", String.join("\n", lines)).toString();

    assertThat(run("lock", "c1", "--commands", story, "--events", story))
        .contains("lease 7 d 0 h, note: back on Friday", "lease cut to 1 d 0 h")
        .contains("released REPLACED after 2.0 s by lockId c2 of ben");
    assertThat(run("lock", "up", "--commands", story, "--events", story))
        .contains("behind ana GUARD /plan (lockId c1", ", note: back on Friday)");
    assertThat(
            run(
                "explain",
                "--account",
                "acme",
                "--path",
                "/plan",
                "--commands",
                story,
                "--events",
                story))
        .contains(
            "- ben held CHECK_OUT (GUARD /plan) since 2001-09-09T01:46:42Z, for 0 ms, in the place"
                + " of lockId c1 of ana; its lease ran until 2001-09-10T01:46:42Z, 1 d 0 h more,"
                + " note: the roof. Token");
  }

  private static Acquire checkOut(String id, String member, String note, @Nullable LockRef old) {
    LockPath path = LockPath.of("/plan");
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            new Owner(member, null),
            Operation.CHECK_OUT,
            path,
            null,
            Operation.CHECK_OUT.targets(path, null),
            604_800_000,
            0,
            0,
            List.of(),
            old,
            new TreeMap<>(Map.of(LockFields.NOTE, note))));
  }

  private static Acquire upload(String id) {
    LockPath path = LockPath.of("/plan");
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            new Owner("ben", null),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            30_000,
            0,
            List.of(),
            new TreeMap<>()));
  }

  @Test
  void lockThatEndedWithAllOfItsMember_saysSo() throws IOException {
    HistoryRecorder recorder = recorder();
    Acquire upload = upload(30_000);
    recorder.append(0, 1_000_000_000_000L, upload);
    Owner member = new Owner(upload.owner().subAccount(), null);
    recorder.append(1, 1_000_000_002_000L, new ReleaseAll("r1", "acme", member, null));
    String all = write("all", String.join("\n", lines)).toString();

    assertThat(run("lock", "c1", "--commands", all, "--events", all))
        .contains("released RELEASED after 2.0 s, with all of " + member.subAccount() + "  [");
    assertThat(run("export", "--commands", all, "--events", all))
        .contains("\"type\":\"releaseAll\"", "\"outcome\":\"releasedAll\"");
  }

  @Test
  void lockThatEndedWithItsSession_saysSo() throws IOException {
    HistoryRecorder recorder = recorder();
    Owner tab = new Owner("ana", "tab");
    LockFields fields = upload(30_000).fields();
    recorder.append(0, 1_000_000_000_000L, new KeepAlive("k", "acme", tab, null, 10_000));
    recorder.append(
        1,
        1_000_000_001_000L,
        new Acquire(
            "acme",
            null,
            new LockFields(
                "b",
                tab,
                Operation.UPLOAD,
                fields.path(),
                null,
                fields.targets(),
                LockFields.BOUND_LEASE_MS,
                0,
                List.of(),
                new TreeMap<>())));
    recorder.append(2, 1_000_000_011_000L, new Tick());
    String all = write("session", String.join("\n", lines)).toString();

    assertThat(run("lock", "b", "--commands", all, "--events", all))
        .contains(", lives with its session", "released SESSION_ENDED after 10.0 s  [");
    assertThat(run("export", "--commands", all, "--events", all))
        .contains(
            "\"type\":\"keepAlive\"", "\"outcome\":\"keptAlive\"", "\"end\":\"SESSION_ENDED\"");
  }

  @Test
  void requestWhosePathWasMoved_saysWhereItIs() throws IOException {
    HistoryRecorder recorder = recorder();
    Owner ana = new Owner("ana", null);
    recorder.append(0, 1_000_000_000_000L, of("m", ana, Operation.MOVE, "/plan", "/old", 0));
    recorder.append(
        1,
        1_000_000_001_000L,
        of("u", new Owner("ben", null), Operation.DOWNLOAD, "/plan", null, 60_000));
    recorder.append(2, 1_000_000_002_000L, new Release("r", "acme", ana, null, "m", true));
    String moved = write("moved", String.join("\n", lines)).toString();

    assertThat(run("lock", "u", "--commands", moved, "--events", moved))
        .contains("rejected PATH_GONE, moved to /old  [");
  }

  @Test
  void requestThatComesAfterTheMove_saysWhatItWasToldOf() throws IOException {
    HistoryRecorder recorder = recorder();
    recorder.append(0, 999_999_999_000L, SettingsChange.NOTHING.with(Setting.REMEMBERS_MOVES, 1));
    Owner ana = new Owner("ana", null);
    recorder.append(1, 1_000_000_000_000L, of("m", ana, Operation.MOVE, "/docs", "/old", 0));
    recorder.append(2, 1_000_000_001_000L, new Release("r", "acme", ana, null, "m", true));
    Acquire late = of("u", new Owner("ben", null), Operation.UPLOAD, "/docs/plan", null, 60_000);
    LockFields says = late.fields().existing(LockFields.EXISTING_NOW);
    recorder.append(3, 1_000_000_002_000L, new Acquire("acme", null, says));
    String moved = write("late", String.join("\n", lines)).toString();

    assertThat(run("lock", "u", "--commands", moved, "--events", moved))
        .contains("waits up to 1 min 0 s, says that its paths exist")
        .contains("rejected PATH_GONE, moved to /old/plan at seq 2  [");
  }

  private static Acquire of(
      String id,
      Owner owner,
      Operation operation,
      String path,
      @Nullable String destination,
      long waitMs) {
    LockPath from = LockPath.of(path);
    LockPath to = destination == null ? null : LockPath.of(destination);
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            owner,
            operation,
            from,
            to,
            operation.targets(from, to),
            30_000,
            waitMs,
            List.of(),
            new TreeMap<>()));
  }

  /** A week has 2,000 of them. */
  @Test
  void tellingsOfALock_areOneLine() throws IOException {
    HistoryRecorder recorder = recorder();
    recorder.append(0, 1_000_000_000_000L, upload(604_800_000));
    for (int n = 1; n <= 3; n++) {
      recorder.append(n, 1_000_000_000_000L + n * 310_000L, new Tick());
    }
    String kept = write("kept", String.join("\n", lines)).toString();

    assertThat(run("lock", "c1", "--commands", kept, "--events", kept))
        .contains("  2001-09-09T02:02:10Z  told again 3 times, until 2001-09-16T01:46:40Z  [")
        .containsOnlyOnce("told again")
        .endsWith("exit 0");
  }

  @Test
  void partitionWithoutCommandYet_isEmpty() throws IOException {
    HistoryRecorder later =
        new HistoryRecorder(
            1,
            one -> lines.add(new RecordLine("lock.commands", 1, one).text()),
            one -> lines.add(new RecordLine("lock.events", 1, one).text()));
    later.append(0, 1_000_000_009_000L, SettingsChange.NOTHING.with(Setting.PARTITIONS, 2));
    String both = write("two", String.join("\n", lines)).toString();
    assertThat(run("state", "--at", "2001-09-09T01:46:42Z", "--commands", both, "--events", both))
        .contains("partition 0 at 2001-09-09T01:46:41Z, offset=1: 1 held, 0 waiting")
        .contains("partition 1 before its first command: 0 held, 0 waiting")
        .endsWith("exit 0");
    assertThat(
            run(
                "explain",
                "--account",
                "b",
                "--path",
                "/a",
                "--at",
                "2001-09-09T01:46:42Z",
                "--partition",
                "1",
                "--commands",
                both,
                "--events",
                both))
        .contains("No command of partition 1 lies before.", "Held at /a: nothing.")
        .doesNotContain("1970")
        .endsWith("exit 1");
  }

  private static String verify(Path file) {
    return run("verify", "--commands", file.toString(), "--events", file.toString());
  }

  private static String run(String... arguments) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    int exitCode =
        new CommandLine(new AuditCommand())
            .setOut(writer)
            .setErr(writer)
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  writer.println(failure.getMessage());
                  return command.getCommandSpec().exitCodeOnExecutionException();
                })
            .execute(arguments);
    return out + "exit " + exitCode;
  }
}
