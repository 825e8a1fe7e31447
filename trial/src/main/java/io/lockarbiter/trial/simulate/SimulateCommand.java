package io.lockarbiter.trial.simulate;

import io.lockarbiter.cli.text.Output;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code simulate}: the arbiter's worker, pipeline, start rule and recovery under
 * faults at every call, on a simulated log and a simulated Redis in virtual time.
 */
@Command(
    name = "simulate",
    description =
        "Simulates one partition in virtual time, with faults at every call of its owners, and"
            + " compares every published event with the right one.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no promise was broken; with --broken: the defect was detected",
      "1:a promise was broken, or the defect was not detected"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter simulate --minutes 5",
      "  lockarbiter simulate --broken no-fence",
      "  lockarbiter simulate --seed 171 --schedules 1"
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final long SHOW_EVERY = Duration.ofSeconds(10).toNanos();

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the first schedule; each next one has the next seed. Random if left out.")
  private @Nullable Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "1",
      description = "Minutes to run; ${DEFAULT-VALUE} if left out.")
  private double minutes = 1;

  @Option(names = "--schedules", paramLabel = "N", description = "Most schedules to run.")
  private long schedules = Long.MAX_VALUE;

  @Option(
      names = "--broken",
      paramLabel = "HOW",
      description = "Simulates an arbiter with this defect; any other word lists the defects.")
  private @Nullable String how;

  @Override
  public Integer call() {
    Defect defect = defect();
    if (minutes <= 0 || schedules < 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--minutes and --schedules must be above 0");
    }
    long first = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    PrintWriter writer = Objects.requireNonNull(spec).commandLine().getOut();
    Output out = Output.ofText(writer);
    out.format("seed %d: %s", first, defect.what());
    out.flush();
    Simulation simulation = new Simulation(first, defect);
    boolean isWell = run(simulation, out);
    simulation.totals().lines().forEach(out::line);
    verdict(simulation, defect, isWell).forEach(out::line);
    out.flush();
    return isWell == (defect == Defect.NOTHING) ? 0 : 1;
  }

  private boolean run(Simulation simulation, Output out) {
    long begin = System.nanoTime();
    long shown = begin;
    long end = begin + (long) (minutes * Duration.ofMinutes(1).toNanos());
    boolean isWell = true;
    while (isWell && simulation.totals().schedules() < schedules && System.nanoTime() - end < 0) {
      isWell = simulation.next();
      if (System.nanoTime() - shown > SHOW_EVERY) {
        shown = System.nanoTime();
        tell(simulation, begin, out);
      }
    }
    tell(simulation, begin, out);
    return isWell;
  }

  private static void tell(Simulation simulation, long begin, Output out) {
    out.format(
        "  %,d schedules in %.1f s",
        simulation.totals().schedules(), (System.nanoTime() - begin) / 1e9);
    out.flush();
  }

  private static List<String> verdict(Simulation simulation, Defect defect, boolean isWell) {
    if (isWell) {
      return List.of(defect == Defect.NOTHING ? "No promise was broken." : "It was not found out.");
    }
    return List.of(
        "%s seed %d: %s"
            .formatted(
                defect == Defect.NOTHING ? "A promise was broken." : "Found out.",
                simulation.seed(),
                simulation.violation()),
        "Again: lockarbiter simulate --seed %d --schedules 1%s"
            .formatted(
                simulation.seed(), defect == Defect.NOTHING ? "" : " --broken " + word(defect)));
  }

  private Defect defect() {
    if (how == null) {
      return Defect.NOTHING;
    }
    return Arrays.stream(Defect.values())
        .filter(each -> word(each).equals(how))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    "--broken=%s, expected one of:%n%s".formatted(how, words())));
  }

  private static String words() {
    return Arrays.stream(Defect.values())
        .map(each -> "  %-30s %s".formatted(word(each), each.what()))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String word(Defect defect) {
    return defect.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
