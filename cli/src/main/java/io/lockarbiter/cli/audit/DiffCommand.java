package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.model.RulesDifference;
import io.lockarbiter.audit.model.RulesDifference.Difference;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows decisions that would have been different. */
@Command(
    name = "diff",
    description = {
      "Decides a history again by the rules of this version, or under other limits,"
          + " and lists the differences.",
      "Commands stay as they were, though after other answers their senders might have sent others."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {"0:nothing differs", "1:something differs"})
final class DiffCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--rules",
      required = true,
      description = "Compares with the rules of this version: operations, modes, order.")
  @SuppressWarnings("UnusedVariable") // required, so that --set alone says what it compares with
  private boolean rules;

  @Option(
      names = "--set",
      paramLabel = "NAME=N",
      description =
          "Decides under another setting, named as in settings records: ${COMPLETION-CANDIDATES}.",
      completionCandidates = LimitNames.class)
  private Map<String, Integer> settings = new LinkedHashMap<>();

  @Option(
      names = "--list",
      paramLabel = "N",
      description = "Most differences listed one by one. Default: ${DEFAULT-VALUE}")
  private int list = 20;

  private final Map<String, Long> counts = new TreeMap<>();
  private long count;

  DiffCommand() {}

  @Override
  public Integer call() {
    Output out = Terminal.text(spec);
    SettingsChange change = change();
    try (HistorySource opened = source.open()) {
      for (int partition : source.partitions(opened, null)) {
        try (PartitionHistory history = opened.open(partition);
            ReplayProgress progress = Terminal.progress(1)) {
          RulesDifference difference = new RulesDifference(change, found -> add(out, found));
          new AuditReplay(history, Findings.NONE).run(List.of(difference, progress.of(history)));
        }
      }
    }
    counts.forEach((kind, number) -> out.format("%,10d  %s", number, kind));
    out.format("%,d outcomes differ", count);
    out.flush();
    return count == 0 ? 0 : 1;
  }

  private void add(Output out, Difference found) {
    String kind = words(found.recorded()) + " -> " + words(found.now());
    counts.merge(kind, 1L, Long::sum);
    if (++count <= list) {
      out.format(
          "partition=%d offset=%d at=%s account=%s commandId=%s: %s",
          found.partition(),
          found.offset(),
          Words.time(found.at()),
          found.account(),
          found.commandId(),
          kind);
    }
  }

  private static String words(@Nullable String verdict) {
    return verdict == null ? "nothing" : verdict;
  }

  private SettingsChange change() {
    Map<String, Integer> left = new LinkedHashMap<>(settings);
    SettingsChange change = SettingsChange.NOTHING;
    for (Setting setting : Setting.LIMITS) {
      change = change.with(setting, left.remove(setting.text()));
    }
    if (!left.isEmpty() && spec != null) {
      throw new ParameterException(
          spec.commandLine(), "--set %s is no setting, see --help".formatted(left.keySet()));
    }
    return change;
  }

  /** The names that {@code --set} accepts, for its help. */
  private static final class LimitNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Setting.LIMITS.stream().map(Setting::text).iterator();
    }
  }
}
