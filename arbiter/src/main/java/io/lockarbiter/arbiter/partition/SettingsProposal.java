package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes a partition's settings to the configured ones, by a record of its own, whenever they
 * differ: after a start, and when another program's record has changed them.
 *
 * <p>While locks keep it from being told that names are without case, all else is in force. It
 * appends nothing for that until they have ended.
 *
 * <p>Only the owner of a partition does so. Differently configured instances therefore change the
 * settings only when the partition changes hands. From one record to the next it waits 1 s, then 2
 * s, 4 s … 10 min; after 10 min without need it begins at 1 s again. So any number of a stranger's
 * records causes only a few. Records that tell case alone have such times of their own, so that old
 * locks delay no repair of the other settings, and strangers do not delay case.
 */
public final class SettingsProposal {
  /** Stands for the rules of the log; a new log gets the newest. */
  public static final int RULES_OF_THE_LOG = 0;

  private static final Logger LOG = LoggerFactory.getLogger(SettingsProposal.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final int partition;
  private final Settings configured;
  private final CommandAppender appender;
  private final DecisionMeters meters;
  private final Backoff repairs;
  private final Backoff tellingsOfCase;
  private boolean settled;
  private boolean hopeless;
  private boolean saidCaseWaits;
  private @Nullable CompletableFuture<Long> appended;
  private @Nullable Settings resolved;

  SettingsProposal(int partition, PartitionServices services) {
    this.partition = partition;
    this.configured = services.settings();
    this.appender = services.appender();
    this.meters = services.meters();
    this.repairs = new Backoff(services.clock().nanos(), FIRST_WAIT, LONGEST_WAIT);
    this.tellingsOfCase = new Backoff(services.clock().nanos(), FIRST_WAIT, LONGEST_WAIT);
  }

  /**
   * Says whether there may be something to do.
   *
   * @param hasLocks whether something is held or somebody waits
   */
  boolean isNeeded(Settings present, boolean hasLocks) {
    return !settled
        || appended != null
        || !present.equals(resolved) && !(hasLocks && isUntoldCaseAlone(present, resolved));
  }

  /**
   * Appends a record if it is needed; call it when all records are read.
   *
   * @param present the partition as it is after its last record
   * @param hasLocks whether something is held there or somebody waits
   */
  void offer(PartitionHeader present, boolean hasLocks, long nowNanos) {
    if (isAwaited(present.appliedOffset())) {
      return;
    }
    Settings wanted =
        withEpochOfTheLog(
            withNamesOfTheLog(wanted(present.settings()), present.settings()), present);
    resolved = wanted;
    boolean isCaseAlone = isUntoldCaseAlone(present.settings(), wanted);
    Backoff backoff = isCaseAlone ? tellingsOfCase : repairs;
    if (present.settings().equals(wanted)) {
      settled = true;
      tellOfCase(present.settings());
    } else if (hasLocks && isCaseAlone) {
      settled = true;
      warnOfLocks();
    } else if (backoff.remaining(nowNanos) <= 0 && isObeyable(present, wanted)) {
      tell(present, wanted);
      if (backoff.remaining(nowNanos) <= -LONGEST_WAIT.toNanos()) {
        backoff.succeed();
      }
      appended = appender.append(partition, SettingsChange.to(wanted));
      backoff.fail(nowNanos);
    }
  }

  /** The configured settings, with the rules that the log had when all was read first. */
  private Settings wanted(Settings present) {
    if (resolved != null) {
      return withRules(resolved, present.get(Setting.RULES));
    }
    tellOfRules(configured.get(Setting.RULES), present.get(Setting.RULES));
    return present.get(Setting.PARTITIONS) == Settings.UNTOLD
        ? forLog(forNewLog(configured), present)
        : forLog(configured, present);
  }

  /**
   * The settings with the comparison of names that the log was told once for all. An arbiter that
   * finds the state in Redis does not start with another; one that rebuilds it learns it here.
   */
  private Settings withNamesOfTheLog(Settings wanted, Settings present) {
    boolean told = present.areNamesWithoutCase();
    if (told == wanted.areNamesWithoutCase()
        || !present.isCaseTold()
        || present.get(Setting.PARTITIONS) != wanted.get(Setting.PARTITIONS)) {
      return wanted;
    }
    LOG.error(
        "partition={}: lockarbiter.names.without-case={}, expected {} as the log was told beside its first number of partitions: names are compared as the log says, and the other settings are taken over. Fix: lockarbiter.names.without-case={} on all instances; to change it, a new lockarbiter.deployment with new topics",
        partition,
        !told,
        told,
        told);
    return wanted.with(Setting.NAMES_WITHOUT_CASE, present.get(Setting.NAMES_WITHOUT_CASE));
  }

  /** Says whether nothing is missing but that names are without case. */
  private static boolean isUntoldCaseAlone(Settings present, @Nullable Settings wanted) {
    return present.get(Setting.NAMES_WITHOUT_CASE) == Settings.UNTOLD_CASE
        && present.with(Setting.NAMES_WITHOUT_CASE, 1).equals(wanted);
  }

  private void warnOfLocks() {
    if (!saidCaseWaits) {
      saidCaseWaits = true;
      LOG.warn(
          "partition={}: lockarbiter.names.without-case is not in force yet: somebody had locks before the first settings, and has some now. Case counts until a moment without locks; all other settings are in force. Fix: stop the gateways until this partition has no locks, and end what is kept for longer: lockarbiter checkouts list and freezes list show it, account by account",
          partition);
    }
  }

  private void tellOfCase(Settings present) {
    if (saidCaseWaits && present.areNamesWithoutCase()) {
      LOG.info("partition={}: names are compared without case from now on", partition);
    }
    saidCaseWaits = false;
  }

  /**
   * The settings with the epoch of the log, which is told beside the first number of partitions and
   * before the first event. Everything else is then told and in force at once.
   */
  private Settings withEpochOfTheLog(Settings wanted, PartitionHeader present) {
    int partitions = present.settings().get(Setting.PARTITIONS);
    boolean isTold = partitions != Settings.UNTOLD;
    int epoch = present.settings().get(Setting.EPOCH);
    if (epoch == wanted.get(Setting.EPOCH)
        || (isTold ? partitions != wanted.get(Setting.PARTITIONS) : present.seq() == 0)) {
      return wanted;
    }
    LOG.error(
        "partition={}: lockarbiter.epoch={}, expected epoch={} as {}: tokens go on as they are numbered, and the other settings are taken over. Move no account here: a storage that knows higher tokens refuses its writes. Fix: lockarbiter.epoch={} on all instances; for another epoch, a new lockarbiter.deployment with new topics, to which nobody sends before the arbiters run",
        partition,
        wanted.get(Setting.EPOCH),
        epoch,
        isTold
            ? "the log was told beside its first number of partitions"
            : "there were events before the first settings",
        epoch);
    return wanted.with(Setting.EPOCH, epoch);
  }

  private void tellOfRules(int chosen, int ofTheLog) {
    if (chosen != RULES_OF_THE_LOG && chosen < ofTheLog) {
      LOG.warn(
          "partition={}: lockarbiter.rules={}, expected {} or later as in the log: rules never go back, and those of the log stay in force. Fix: lockarbiter.rules={}, or leave it out",
          partition,
          chosen,
          ofTheLog,
          ofTheLog);
    }
  }

  /** Says whether a partition has the configured settings. */
  public static boolean isAsConfigured(Settings present, Settings configured) {
    return present.equals(forLog(configured, present));
  }

  /** The settings with which a new log begins. */
  public static Settings forNewLog(Settings configured) {
    return configured.get(Setting.RULES) == RULES_OF_THE_LOG
        ? configured.with(Setting.RULES, Settings.NEWEST_RULES)
        : configured;
  }

  private static Settings forLog(Settings configured, Settings present) {
    return withRules(configured, present.get(Setting.RULES));
  }

  /**
   * The settings with the rules of the log if those are newer, as rules never go back; {@link
   * #RULES_OF_THE_LOG} is less than any.
   */
  private static Settings withRules(Settings configured, int ofTheLog) {
    return configured.with(Setting.RULES, Math.max(configured.get(Setting.RULES), ofTheLog));
  }

  /** Says whether an appended record, or one being appended, was not read yet. */
  private boolean isAwaited(long appliedOffset) {
    if (appended == null) {
      return false;
    }
    if (!appended.isDone()) {
      return true;
    }
    if (appended.isCompletedExceptionally()) {
      LOG.warn("partition={}: the settings could not be appended; trying again", partition);
    } else if (appended.join() > appliedOffset) {
      return true;
    }
    appended = null;
    return false;
  }

  /** Says whether the partition would obey the record; if not, warns once. */
  private boolean isObeyable(PartitionHeader present, Settings wanted) {
    String objection =
        SettingsChange.to(wanted)
            .objection(present.settings(), partition, present.seq() > 0, Settings.NEWEST_RULES);
    if (objection != null && !hopeless) {
      hopeless = true;
      LOG.error(
          "partition={}: the configured settings are refused: {}. The first number of partitions in a log stands, and the comparison of names beside it. With another number commands are refused WRONG_PARTITION, and no other setting is taken over. Fix: lockarbiter.topics.partitions and lockarbiter.names.without-case as they were; if somebody else wrote that record, a new lockarbiter.deployment with new topics that the arbiter creates",
          partition,
          objection);
    }
    return objection == null;
  }

  private void tell(PartitionHeader present, Settings wanted) {
    if (isUntoldCaseAlone(present.settings(), wanted)) {
      return;
    }
    if (!settled) {
      LOG.info(
          "partition={}: the settings are to become {}",
          partition,
          wanted.differenceFrom(present.settings()));
      return;
    }
    settled = false;
    meters.settingsDrifted();
    Settings others =
        present.settings().isCaseTold()
            ? wanted
            : wanted.with(
                Setting.NAMES_WITHOUT_CASE, present.settings().get(Setting.NAMES_WITHOUT_CASE));
    LOG.warn(
        "partition={}: somebody else's record has changed the settings, at or before offset={}: {} as configured. They are set again. Fix: kafka-acls.sh --bootstrap-server BROKER --list --topic lock.commands, and leave Write to gateways and arbiters alone",
        partition,
        present.appliedOffset(),
        present.settings().differenceFrom(others));
  }
}
