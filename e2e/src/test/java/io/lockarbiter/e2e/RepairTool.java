package io.lockarbiter.e2e;

import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/** {@code lockarbiter repair} as an operator runs it. */
final class RepairTool {
  private RepairTool() {}

  record Answer(int code, String text) {}

  /** Waits until a partition halts; returns the halt id that {@code repair} needs. */
  static String awaitHaltId(ArbiterNode arbiter, int partition) {
    return awaitHaltId(() -> arbiter.get("/api/partitions"), partition);
  }

  /**
   * Waits until a partition halts.
   *
   * @param partitions what an arbiter tells of its partitions
   */
  static String awaitHaltId(Callable<String> partitions, int partition) {
    return await().until(() -> haltId(partitions.call(), partition), found -> !found.isEmpty());
  }

  /** Returns the halt id of a partition; empty if it has not halted there. */
  static String haltId(ArbiterNode arbiter, int partition) {
    return haltId(arbiter.get("/api/partitions"), partition);
  }

  private static String haltId(String partitions, int partition) {
    Matcher matcher =
        Pattern.compile("\"partition\":%d,[^}]*\"halt\":\"([0-9a-f]{8})\"".formatted(partition))
            .matcher(partitions);
    return matcher.find() ? matcher.group(1) : "";
  }

  static Answer repair(Deployment deployment, int partition, String id, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("repair", "--partition", Integer.toString(partition), "--halt", id));
    arguments.addAll(List.of(more));
    settings(deployment).stream()
        .filter(setting -> !isAmong(setting.substring(0, setting.indexOf('=') + 1), more))
        .forEach(arguments::add);
    StringWriter text = new StringWriter();
    CommandLine command = LockArbiterCommand.commandLine(StopSignal.never());
    command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text, true));
    int code = command.execute(arguments.toArray(String[]::new));
    System.out.println(text);
    return new Answer(code, text.toString());
  }

  private static boolean isAmong(String name, String... settings) {
    return Stream.of(settings).anyMatch(setting -> setting.startsWith(name));
  }

  static List<String> settings(Deployment deployment) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.kafka.bootstrap-servers=" + deployment.brokers(),
                "--lockarbiter.redis.addresses=" + deployment.infrastructure().redisAddress()));
    deployment.settings().forEach((name, value) -> arguments.add("--" + name + "=" + value));
    return arguments;
  }
}
