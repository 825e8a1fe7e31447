package io.lockarbiter.cli.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.testing.FakeArbiter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code checkouts carry-over}. */
class CarryOverCommandTest {
  private static final String ANN =
      """
      "subAccount":"ann","operation":"CHECK_OUT","path":"/plan.docx","targets":[{"path":"/plan.docx","mode":"GUARD"}],"leaseMs":3600000,"attributes":{"job":"7","note":"on the train","subject":"key"}""";
  private static final String FREE =
      """
      "subAccount":"ann","operation":"CHECK_OUT","path":"/%1$s","targets":[{"path":"/%1$s","mode":"GUARD"}],"leaseMs":3600000""";
  private static final String UPLOAD =
      """
      "subAccount":"bob","session":"web","operation":"UPLOAD","path":"/b","targets":[{"path":"/b","mode":"PUT"}],"leaseMs":30000""";
  private static final String FREEZE =
      """
      "subAccount":"ops","operation":"FREEZE","path":"/","targets":[{"path":"/","mode":"FREEZE"}],"leaseMs":7200000""";
  private static final String CUSTOM =
      """
      "subAccount":"carl","session":"dav","operation":"CUSTOM","targets":[{"path":"/x","mode":"GUARD"},{"path":"/y","mode":"GUARD"}],"leaseMs":3600000""";
  private static final String EVENTS =
      String.join(
          "\n",
          event("granted", 1, 1_000, "acme", "a1", ANN, 2_000_000),
          event("granted", 2, 2_000, "acme", "gone", FREE.formatted("gone"), 9_000_000),
          event("granted", 3, 3_000, "acme", "over", FREE.formatted("over"), 900_000),
          event("granted", 4, 4_000, "acme", "u1", UPLOAD, 1_020_000),
          event("released", 5, 5_000, "acme", "gone", FREE.formatted("gone"), 0),
          event("granted", 6, 6_000, "beta", "f1", FREEZE, 9_000_000),
          event("told", 9, 700_000, "beta", "c1", CUSTOM, 1_000_005),
          event("renewed", 10, 1_000_000, "acme", "a1", ANN, 4_600_000));

  private final FakeArbiter fake = new FakeArbiter();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final InputStream terminal = System.in;

  @AfterEach
  void restoreInput() {
    System.setIn(terminal);
  }

  private int run(String input, String... more) {
    System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
    List<String> all = new ArrayList<>(List.of("--kafka", "k:9092", "--prefix=new."));
    all.addAll(List.of(more));
    CommandLine command =
        LockArbiterCommand.configured(
            new CommandLine(
                new CarryOverCommand(
                    options -> {
                      assertThat(options.topicPrefix()).isEqualTo("new.");
                      return fake.client("cli");
                    })));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(all.toArray(String[]::new));
  }

  private List<String> held(String account) {
    return fake.locks(account).stream()
        .map(
            lock ->
                "%s %s %s %s %d %s"
                    .formatted(
                        lock.lock().lockId(),
                        lock.lock().owner(),
                        lock.lock().operation(),
                        lock.lock().targets(),
                        lock.lock().lease().toMillis(),
                        lock.lock().attributes()))
        .sorted()
        .toList();
  }

  private static String event(
      String type, long seq, long at, String account, String id, String lock, long expiresAt) {
    String rest =
        type.equals("released")
            ? "\"reason\":\"RELEASED\",\"token\":1,\"heldMs\":40"
            : "\"token\":1,\"expiresAt\":%d,\"waitedMs\":0%s"
                .formatted(expiresAt, type.equals("granted") ? "" : ",\"grantedAt\":1000");
    return "{\"v\":1,\"type\":\"%s\",\"seq\":%d,\"at\":%d,\"account\":\"%s\",\"commandId\":\"%s\",\"cause\":{\"partition\":0,\"offset\":%d},\"lockId\":\"%s\",%s,%s}"
        .formatted(type, seq, at, account, id, seq, id, lock, rest);
  }

  @Test
  void checkOuts_areTakenForTheTimeThatWasLeft_andNothingElse() {
    assertThat(run(EVENTS)).as(err.toString()).isZero();

    assertThat(held("acme"))
        .singleElement()
        .asString()
        .startsWith("a1 ")
        .contains("CHECK_OUT", "/plan.docx", " 3600000 ", "note=on the train", "job=7")
        .doesNotContain("subject");
    assertThat(held("beta"))
        .singleElement()
        .asString()
        .startsWith("c1 ")
        .contains("carl", "dav", "/x", "/y", " 60000 ");
    assertThat(out).hasToString("Carried over: 2 of 2 check-outs. topic=new.lock.commands\n");
    assertThat(err.toString())
        .containsOnlyOnce(" is left to you: ask for it anew")
        .contains("account=beta lockId=f1 (FREEZE / of ops)");
  }

  @Test
  void secondTime_changesNothing() {
    assertThat(run(EVENTS)).isZero();
    List<String> before = held("acme");

    assertThat(run(EVENTS)).as(err.toString()).isZero();
    assertThat(held("acme")).isEqualTo(before);
  }

  @Test
  void oneThatIsInTheWay_isTold_andTheOthersAreCarriedOver() {
    try (LockClient app = fake.client("app")) {
      app.acquireAsync(LockRequest.upload("acme", "dora", "/plan.docx")).join();

      assertThat(run(EVENTS)).isEqualTo(1);
    }
    assertThat(err.toString())
        .contains(
            "account=acme lockId=a1 (CHECK_OUT /plan.docx of ann) was not carried over: CONFLICT");
    assertThat(out.toString()).contains("Carried over: 1 of 2 check-outs.");
    assertThat(held("beta")).hasSize(1);
  }

  @Test
  void oneAccount_isCarriedOverAlone() {
    assertThat(run(EVENTS, "--account", "beta")).isZero();

    assertThat(held("acme")).isEmpty();
    assertThat(held("beta")).hasSize(1);
  }

  @Test
  void textThatIsNoEvent_isRefusedBeforeAnythingIsDone() {
    assertThat(run(EVENTS + "\nProcessed a total of 8 messages")).isEqualTo(70);

    assertThat(err.toString()).contains("a line that is no event: Processed a total of 8 messages");
    assertThat(held("acme")).isEmpty();
  }
}
