package io.lockarbiter.cli;

import io.lockarbiter.arbiter.config.RepairApplication;
import io.lockarbiter.arbiter.repair.Diagnosis;
import io.lockarbiter.arbiter.repair.Remedy;
import io.lockarbiter.arbiter.repair.Repair;
import io.lockarbiter.arbiter.repair.RepairRefusedException;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.cli.text.Question;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.VisibleText;
import io.lockarbiter.service.redis.RedisProperties;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Carries out the remedy of a halted partition. */
@Command(
    name = "repair",
    description =
        "Repairs a halted partition. Shows the remedy and asks before it"
            + " acts; deletes nothing. Needs the settings of the arbiter.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the remedy was carried out; the partition goes on within 10 s",
      "1:nothing was changed: no remedy for a tool, another halt, or you said no",
      "64:wrong arguments",
      "70:a setting, Kafka or Redis is not as it must be; nothing was changed, unless said so"
    },
    footer = {
      "",
      "Every setting can be given as --name=value or in the environment, as for serve.",
      "",
      "Example:",
      "  lockarbiter partitions",
      "  lockarbiter repair --kafka kafka-1:9092 --redis redis://redis-1:6379 \\",
      "    --partition 3 --halt 4f2a90c1"
    })
final class RepairCommand implements Callable<Integer> {
  private static final int CHANGED_NOTHING = 1;

  private static final String CREATE_TOPICS = "--lockarbiter.topics.create=";

  /**
   * Loggers that repeat at length the exception's one sentence, or a message of the arbiter's own
   * start.
   */
  private static final String[] QUIET = {
    "logging.level.org.springframework.context.annotation.AnnotationConfigApplicationContext=ERROR",
    "logging.level.org.apache.kafka.clients=ERROR",
    "logging.level.io.lockarbiter.arbiter.config.StartupCheck=ERROR"
  };

  /** Somebody sits in front of it, who can call it again. */
  private static final String WAIT_FOR_NOBODY = "lockarbiter.kafka.start-timeout=0s";

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final ArbiterSettings settings = new ArbiterSettings();

  @Option(names = "--partition", paramLabel = "N", required = true, description = "The partition.")
  private int partition;

  @Option(
      names = "--halt",
      paramLabel = "ID",
      required = true,
      description = "The id of the halt, as the log and lockarbiter partitions show it.")
  private String halt = "";

  @Option(names = "--yes", description = "Acts without asking.")
  private boolean yes;

  @Override
  public Integer call() {
    String[] arguments = arguments();
    PrintWriter writer = Objects.requireNonNull(spec).commandLine().getOut();
    Output out = Output.ofText(writer);
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(RepairApplication.class)
            .web(WebApplicationType.NONE)
            .registerShutdownHook(false)
            .logStartupInfo(false)
            .properties(QUIET)
            .properties(WAIT_FOR_NOBODY)
            .initializers(starting -> say(whomItAsks(starting.getEnvironment()), out))
            .run(arguments)) {
      requirePartition(context.getBean(Settings.class).get(Setting.PARTITIONS));
      Repair repair = context.getBean(RepairApplication.Repairs.class).apply(partition);
      Diagnosis diagnosis = repair.diagnose(halt);
      tell(diagnosis, out);
      if (diagnosis.remedy() instanceof Remedy.ByHand) {
        return CHANGED_NOTHING;
      }
      if (!yes && !Question.isAgreed("Carry it out?", writer)) {
        out.line("Nothing was changed.");
        return CHANGED_NOTHING;
      }
      out.line(repair.carryOut(halt, diagnosis.remedy()));
      out.line(
          "The arbiter that has partition=%d looks again within 10 s: lockarbiter partitions"
              .formatted(partition));
      return 0;
    } catch (RepairRefusedException e) {
      spec.commandLine()
          .getErr()
          .println(VisibleText.line("Nothing was changed: " + e.getMessage()));
      return CHANGED_NOTHING;
    } finally {
      writer.flush();
    }
  }

  /** Names the servers that it will ask, before it waits for any of them. */
  private String whomItAsks(Environment settings) {
    return "partition=%d of deployment=%s; asking Kafka at %s and Redis at %s …"
        .formatted(
            partition,
            settings.getProperty("lockarbiter.deployment", "lockarbiter"),
            settings.getProperty("spring.kafka.bootstrap-servers"),
            RedisProperties.withoutLogin(settings.getProperty("lockarbiter.redis.addresses", "")));
  }

  private static void say(String line, Output out) {
    out.line(line);
    out.flush();
  }

  private void requirePartition(int partitions) {
    if (partition < 0 || partition >= partitions) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--partition=%d, expected 0 to %d".formatted(partition, partitions - 1));
    }
  }

  private static void tell(Diagnosis diagnosis, Output out) {
    out.line("partition=%d stands still: %s".formatted(diagnosis.partition(), diagnosis.reason()));
    diagnosis.facts().forEach(fact -> out.line("  " + fact));
    out.line(diagnosis.remedy().plan());
  }

  /**
   * The arguments for Spring Boot; a repair creates no topic, whatever the arbiter's settings say.
   */
  private String[] arguments() {
    return Stream.concat(
            settings.arguments().stream().filter(each -> !each.startsWith(CREATE_TOPICS)),
            Stream.of(CREATE_TOPICS + "false"))
        .toArray(String[]::new);
  }
}
