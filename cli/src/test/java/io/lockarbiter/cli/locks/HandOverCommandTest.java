package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code checkouts hand-over}. */
class HandOverCommandTest extends CheckedOutAccount {
  @BeforeEach
  void checkOut() {
    checkOut("a1", "ann", "/docs/plan.docx", "back on Monday");
    checkOut("a2", "ann", "/docs/a.txt", "back on Monday");
  }

  @Test
  void member_getsThemWithTheirPathsAndNotes() {
    assertThat(run("--sub-account", "ann", "--to", "bob", "--yes")).isZero();

    assertThat(held())
        .containsExactly("bob /docs/a.txt back on Monday", "bob /docs/plan.docx back on Monday");
    assertThat(arbiter.out())
        .contains(
            "lockId=a1 (/docs/plan.docx of ann): handed over to bob as lockId=",
            "lockId=a2 (/docs/a.txt of ann): handed over to bob as lockId=");
    assertThat(arbiter.err()).isEmpty();
  }

  /** Nobody's key was used for the new one. */
  @Test
  void subjectOfTheGateway_staysBehind() {
    try (LockClient client = fake.client("gateway")) {
      LockRequest request =
          LockRequest.checkOut("acme", "ann", "/web")
              .attribute(LockFields.SUBJECT, "key-of-ann")
              .attribute("job", "7");
      client.checkOut(request, WEEK, null, "w1").join();
    }
    arbiter.with("w1", "ann", "/web", WEEK, "");

    assertThat(run("w1", "--to", "bob", "--yes")).isZero();

    assertThat(fake.locks("acme"))
        .filteredOn(lock -> lock.lock().owner().subAccount().equals("bob"))
        .singleElement()
        .satisfies(
            lock ->
                assertThat(lock.lock().attributes())
                    .containsEntry("job", "7")
                    .doesNotContainKey(LockFields.SUBJECT));
  }

  @Test
  void anotherNote_standsInThePlaceOfThePresentOne() {
    assertThat(run("a1", "--to", "bob", "--note", "from ann", "--yes")).isZero();
    assertThat(held())
        .containsExactly("ann /docs/a.txt back on Monday", "bob /docs/plan.docx from ann");
  }

  /** The upload would go on under another member's check-out. */
  @Test
  void uploadInTheWay_leavesItWhereItIs() {
    try (LockClient client = fake.client("app")) {
      client.acquireAsync(LockRequest.upload("acme", "ann", "/docs/plan.docx")).join();

      assertThat(run("--under", "/docs", "--to", "bob", "--yes")).isEqualTo(1);
    }
    assertThat(arbiter.out())
        .contains(
            "lockId=a1 (/docs/plan.docx of ann): was not handed over: CONFLICT",
            "lockId=a2 (/docs/a.txt of ann): handed over to bob as lockId=");
  }

  /** It has another owner than the list has shown. */
  @Test
  void checkOutThatWasHandedOverMeanwhile_isTheNewMembers() {
    try (LockClient client = fake.client("app")) {
      client.checkedOut("acme", "a1", new Owner("ann", null)).handTo("carl", null).join();
    }
    assertThat(run("a1", "--to", "bob", "--yes")).isEqualTo(1);
    assertThat(arbiter.out())
        .contains("lockId=a1 (/docs/plan.docx of ann): was not handed over: NOT_HELD");
    assertThat(held()).contains("carl /docs/plan.docx null");
  }

  @Test
  void memberWhoHasItAlready_keepsIt() {
    assertThat(run("a1", "--to", "ann", "--yes")).isZero();
    assertThat(arbiter.out()).contains("lockId=a1 (/docs/plan.docx of ann): ann has it already");
    assertThat(fake.locks("acme")).extracting(lock -> lock.lock().lockId()).contains("a1");
  }

  @Test
  void noAgreement_changesNothing() {
    answer("n\n");
    assertThat(run("a1", "--to", "bob")).isEqualTo(1);
    assertThat(arbiter.out()).contains("Hand it over to bob? [y/N] ", "Nothing was done.");
    assertThat(held()).hasSize(2).allMatch(lock -> lock.startsWith("ann "));
  }

  @Test
  void noteThatIsTooLong_isRefused() {
    assertThat(run("a1", "--to", "bob", "--note", "x".repeat(5_000), "--yes")).isEqualTo(64);
    assertThat(arbiter.err())
        .startsWith("--note does not do: ")
        .contains("5004, expected 0 to 4096");
    assertThat(held()).hasSize(2).allMatch(lock -> lock.startsWith("ann "));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '--to= is empty'",
    "'a\u0007b', '--to=a<U+0007>b has the control character U+0007'"
  })
  void wrongMember_isRefused(String member, String why) {
    assertThat(run("a1", "--to", member, "--yes")).isEqualTo(64);
    assertThat(arbiter.err()).contains(why);
  }

  @Test
  void nothingSelected_isRefused() {
    assertThat(run("--to", "bob", "--yes")).isEqualTo(64);
    assertThat(arbiter.err()).startsWith("nothing says which check-outs");
  }

  @Test
  void kafkaOutOfReach_isSaidWithTheRemedy() {
    int code =
        arbiter.run(
            options -> {
              throw new ArbiterUnreachableException("the brokers are silent");
            },
            arguments("a1", "--to", "bob", "--yes"));
    assertThat(code).isEqualTo(70);
    assertThat(arbiter.err())
        .startsWith("checkouts hand-over: nothing was done, as Kafka at k:9092");
  }

  @Test
  void help_fitsATerminalAndHasExamples() {
    assertThat(arbiter.run("hand-over", "--help")).isZero();
    assertThat(arbiter.out())
        .startsWith("Usage: checkouts hand-over")
        .contains("Exit codes:", "  lockarbiter checkouts hand-over --account acme ");
    assertThat(arbiter.out().lines()).allMatch(line -> line.length() <= 80);
  }

  private List<String> held() {
    return fake.locks("acme").stream()
        .map(lock -> lock.lock())
        .filter(lock -> lock.operation().name().equals("CHECK_OUT"))
        .map(
            lock ->
                "%s %s %s"
                    .formatted(
                        lock.owner().subAccount(),
                        lock.path(),
                        lock.attributes().get(LockFields.NOTE)))
        .sorted()
        .toList();
  }

  private int run(String... arguments) {
    return arbiter.run(fake::client, arguments(arguments));
  }

  private static String[] arguments(String... arguments) {
    return Stream.concat(Stream.of("hand-over", "--kafka", "k:9092"), Stream.of(arguments))
        .toArray(String[]::new);
  }
}
