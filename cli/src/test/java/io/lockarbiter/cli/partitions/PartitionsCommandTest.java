package io.lockarbiter.cli.partitions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PartitionsCommandTest {
  private static final String RUNS =
      """
      {"partition":%d,"assigned":true,"state":"RUNNING","appliedOffset":1203,"publishedSeq":1199,"at":1,"held":5,"waiting":2,"lag":0}""";
  private static final String HALTED =
      """
      {"partition":%d,"assigned":true,"state":"HALTED","reason":"AHEAD","why":"partition=1: it does not fit. Fix: mend it."}""";
  private static final String RECOVERS =
      """
      {"partition":%d,"assigned":true,"state":"RECOVERING","why":"Redis lost the state","recovery":{"source":"lock.events","from":0,"next":7,"to":5007,"remaining":5000},"later":true}""";
  private static final String ANOTHERS =
      """
      {"partition":%d,"assigned":false}""";

  private final List<HttpServer> servers = new ArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void allRun_isWell() throws IOException {
    String url = arbiter(200, RUNS, RUNS);

    assertThat(run("--arbiter", url)).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "partition  state    applied  published  held  waiting  lag  arbiter",
            "        0  RUNNING    1,203      1,199     5        2    0  " + url,
            "        1  RUNNING    1,203      1,199     5        2    0  " + url);
  }

  /** The order in which the instances are asked does not matter. */
  @Test
  void severalInstances_tellOfTheirOwn() throws IOException {
    String one = arbiter(200, RUNS, ANOTHERS, ANOTHERS);
    String other = arbiter(200, ANOTHERS, HALTED, ANOTHERS);

    for (List<String> order : List.of(List.of(one, other), List.of(other, one))) {
      out.getBuffer().setLength(0);
      assertThat(run("--arbiter", order.get(0), "--arbiter", order.get(1))).isEqualTo(1);
      assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ").strip()))
          .containsExactly(
              "partition state applied published held waiting lag arbiter",
              "0 RUNNING 1,203 1,199 5 2 0 " + one,
              "1 HALTED, AHEAD " + other,
              "2 ? none of those asked",
              "",
              "partition=1: it does not fit. Fix: mend it.");
    }
  }

  /** Whoever is asked first; an arbiter that has just started does not know it yet. */
  @Test
  void stalledPartitions_areNotWell_alsoThoseOfNobody() throws IOException {
    String stalled =
        """
        {"partition":%d,"assigned":true,"state":"STALLED","reason":"EVENTS_TRANSACTION","why":"partition=0: a transaction is open. Fix: abort it.","lag":0}""";
    String nobodys =
        """
        {"partition":%d,"assigned":false,"state":"STALLED","reason":"NO_OWNER","why":"partition=1: nobody has it. Fix: start one."}""";
    String one = arbiter(200, stalled, ANOTHERS);
    String other = arbiter(200, ANOTHERS, nobodys);

    for (List<String> order : List.of(List.of(one, other), List.of(other, one))) {
      out.getBuffer().setLength(0);
      assertThat(run("--arbiter", order.get(0), "--arbiter", order.get(1))).isEqualTo(1);
      assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ").strip()))
          .containsExactly(
              "partition state applied published held waiting lag arbiter",
              "0 STALLED, EVENTS_TRANSACTION 0 " + one,
              "1 STALLED, NO_OWNER none of those asked",
              "",
              "partition=0: a transaction is open. Fix: abort it.",
              "",
              "partition=1: nobody has it. Fix: start one.");
    }
  }

  @Test
  void recovery_tellsWhatIsLeft() throws IOException {
    assertThat(run("--arbiter", arbiter(200, RECOVERS) + "/")).isEqualTo(1);
    assertThat(out.toString())
        .contains("RECOVERING, 5,000 offsets of lock.events left")
        .contains("partition=0: Redis lost the state");
  }

  @Test
  void differentSettings_areToldWithTheRemedy() throws IOException {
    String with =
        """
        {"partition":%%d,"assigned":true,"state":"RUNNING","settings":{"rules":1,"locksPerSubAccount":%d}}""";
    String url =
        arbiter(200, with.formatted(10_000), with.formatted(5_000), with.formatted(10_000));
    assertThat(run("--arbiter", url)).isZero();
    assertThat(out.toString())
        .contains(
            "The partitions have different locksPerSubAccount: 5000 in partitions [1], 10000 in partitions [0, 2].",
            "Fix: the same lockarbiter.limits for all instances")
        .doesNotContain("different rules");
  }

  /** A log keeps its epoch, so instances are not to blame; one without settings has none yet. */
  @Test
  void differentEpochs_areToldWithTheRemedy() throws IOException {
    String of =
        """
        {"partition":%%d,"assigned":true,"state":"RUNNING","settings":{"partitions":%d,"epoch":%d}}""";
    String later = of.formatted(3, 1);

    assertThat(run("--arbiter", arbiter(200, later, of.formatted(3, 0), later))).isZero();
    assertThat(out.toString())
        .contains(
            "The partitions have different epoch: 0 in partitions [1], 1 in partitions [0, 2].",
            "Fix: move no account there")
        .doesNotContain("lockarbiter.limits");

    out.getBuffer().setLength(0);
    assertThat(run("--arbiter", arbiter(200, later, of.formatted(0, 0)))).isZero();
    assertThat(out.toString()).doesNotContain("different epoch");
  }

  /** One instance alone, so no other has changed them. */
  @Test
  void namesThatAreComparedOtherwise_haveTheReasonOfTheirOwnerAlone() throws IOException {
    String without =
        """
        {"partition":%d,"assigned":true,"state":"RUNNING","settings":{"namesWithoutCase":1}}""";
    String with =
        """
        {"partition":%d,"assigned":true,"state":"RUNNING","settings":{"namesWithoutCase":0},"namesWhy":"there are locks. Fix: end them"}""";

    assertThat(run("--arbiter", arbiter(200, with, without, with))).isZero();
    assertThat(out.toString())
        .contains("partitions=[0, 2]: there are locks. Fix: end them")
        .doesNotContain("different settings");

    out.getBuffer().setLength(0);
    assertThat(run("--arbiter", arbiter(200, with, with))).isZero();
    assertThat(out.toString()).contains("partitions=[0, 1]: there are locks. Fix: end them");
  }

  @Test
  void whereNobodyListens_isSaid() throws IOException {
    String url = arbiter(200, RUNS);
    stop();
    assertThat(run("--arbiter", url)).isEqualTo(1);
    assertThat(err.toString()).contains("nobody listens there. Fix: ");
  }

  @Test
  void json_isWhatTheArbitersTell() throws IOException {
    String url = arbiter(200, HALTED);
    assertThat(run("--json", "--arbiter", url)).isEqualTo(1);
    assertThat(out.toString())
        .contains("\"reason\" : \"AHEAD\"", "\"owner\" : \"" + url + "\"")
        .doesNotContain("null");
  }

  @Test
  void whoDoesNotAnswer_isNamedAndTheOthersAreShown() throws IOException {
    String refused = arbiter(421, RUNS);
    String noArbiter = arbiter(200, "oops%d");

    assertThat(run("--arbiter", refused, "--arbiter", noArbiter, "--arbiter", arbiter(200, RUNS)))
        .isEqualTo(1);
    assertThat(out.toString()).contains("RUNNING");
    assertThat(err.toString().lines())
        .hasSize(2)
        .allMatch(
            line ->
                line.contains("does not tell the state of its partitions")
                    && line.contains("Fix: "));
    assertThat(err.toString()).contains("it answers 421");
  }

  @Test
  void whatIsNoUrl_isRefused() {
    assertThat(run("--arbiter", "localhost:8080")).isEqualTo(64);
    assertThat(err.toString()).contains("expected a URL such as http://localhost:8080");
  }

  private int run(String... arguments) {
    return new CommandLine(new PartitionsCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private String arbiter(int status, String... partitions) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    List<String> views = new ArrayList<>();
    for (int partition = 0; partition < partitions.length; partition++) {
      views.add(partitions[partition].formatted(partition));
    }
    byte[] body = views.toString().getBytes(UTF_8);
    server.createContext(
        "/api/partitions",
        exchange -> {
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    servers.add(server);
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }
}
