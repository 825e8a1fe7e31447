package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes settings of a partition that decisions depend on; sent by the arbiter, has no answer.
 *
 * @param values in the order of {@link Setting}; those that are missing stay as they are
 */
public record SettingsChange(Map<Setting, Integer> values) implements Command {
  /** The change that leaves every setting as it is. */
  public static final SettingsChange NOTHING = new SettingsChange(Map.of());

  /** Puts the values in order. */
  public SettingsChange {
    Map<Setting, Integer> ordered = new EnumMap<>(Setting.class);
    ordered.putAll(values);
    values = Collections.unmodifiableMap(ordered);
  }

  /** The change that leads to {@code settings} from any earlier settings. */
  public static SettingsChange to(Settings settings) {
    return new SettingsChange(settings.values());
  }

  @Override
  public CommandType type() {
    return CommandType.SETTINGS;
  }

  /** The new value of a setting; null if it stays as it is. */
  public @Nullable Integer get(Setting setting) {
    return values.get(setting);
  }

  /**
   * This change with one more value.
   *
   * @param value null changes nothing
   */
  public SettingsChange with(Setting setting, @Nullable Integer value) {
    return value == null ? this : then(new SettingsChange(Map.of(setting, value)));
  }

  /** This change without one of its values. */
  public SettingsChange without(Setting setting) {
    Map<Setting, Integer> others = new EnumMap<>(Setting.class);
    others.putAll(values);
    others.remove(setting);
    return new SettingsChange(others);
  }

  /** The combination of this change and a later one. */
  public SettingsChange then(SettingsChange later) {
    Map<Setting, Integer> both = new EnumMap<>(Setting.class);
    both.putAll(values);
    both.putAll(later.values);
    return new SettingsChange(both);
  }

  /**
   * The reason why a partition does not obey this change: it asks for unknown rules, for rules
   * earlier than the partition's, for a number of partitions other than the one set before, to
   * compare names otherwise than since then, or for another epoch (RULES.md, Settings).
   *
   * @param before the partition's settings
   * @param partition its number
   * @param hasEvents whether it has had an event; no epoch begins behind one
   * @param newestRules the newest rules that are known
   * @return the value asked for and the value expected; null if the change is obeyed
   */
  public @Nullable String objection(
      Settings before, int partition, boolean hasEvents, int newestRules) {
    Integer rules = get(Setting.RULES);
    int oldestRules = before.get(Setting.RULES);
    if (rules != null && (rules < oldestRules || rules > newestRules)) {
      return "rules=%d, expected rules=%s"
          .formatted(rules, Settings.range(oldestRules, newestRules));
    }
    Integer partitions = get(Setting.PARTITIONS);
    int told = before.get(Setting.PARTITIONS);
    Integer withoutCase = get(Setting.NAMES_WITHOUT_CASE);
    int toldCase = before.get(Setting.NAMES_WITHOUT_CASE);
    boolean mayTellCase = !before.isCaseTold() && (partitions != null || told != Settings.UNTOLD);
    if (withoutCase != null && withoutCase != toldCase && !mayTellCase) {
      return "namesWithoutCase=%d, expected namesWithoutCase=%d".formatted(withoutCase, toldCase);
    }
    Integer epoch = get(Setting.EPOCH);
    int toldEpoch = before.get(Setting.EPOCH);
    boolean mayTellEpoch = told == Settings.UNTOLD && partitions != null && !hasEvents;
    if (epoch != null && epoch != toldEpoch && !mayTellEpoch) {
      return "epoch=%d, expected epoch=%d%s"
          .formatted(
              epoch,
              toldEpoch,
              told == Settings.UNTOLD && hasEvents ? ", since there are events" : "");
    }
    if (partitions == null
        || partitions == told
        || told == Settings.UNTOLD && partitions > partition) {
      return null;
    }
    return told == Settings.UNTOLD
        ? "partitions=%d, expected more than this partition=%d".formatted(partitions, partition)
        : "partitions=%d, expected partitions=%d".formatted(partitions, told);
  }

  /** The settings after this change, if it is obeyed where nothing is held and nobody waits. */
  public Settings applyTo(Settings before) {
    return applyTo(before, /* hasLocks= */ false);
  }

  /**
   * The settings after this change, if it is obeyed. Names become comparable without case only
   * while there are no locks, because those would not be found; all else does not wait for that.
   *
   * @param hasLocks whether something is held or somebody waits
   */
  public Settings applyTo(Settings before, boolean hasLocks) {
    Settings after = new Settings(to(before).then(this).values);
    return hasLocks && after.areNamesWithoutCase() && !before.areNamesWithoutCase()
        ? after.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE)
        : after;
  }
}
