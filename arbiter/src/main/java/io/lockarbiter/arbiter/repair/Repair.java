package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.HaltId;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.partition.StartRule;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Repairs one halted partition, if it is halted for the given reason. */
public final class Repair {
  private static final int ATTEMPTS = 5;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'aside-'yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final String deployment;
  private final int partition;
  private final LockStore store;
  private final RepairLog log;
  private final InstantSource clock;

  /** A repair of one partition. */
  public Repair(
      String deployment, int partition, LockStore store, RepairLog log, InstantSource clock) {
    this.deployment = deployment;
    this.partition = partition;
    this.store = store;
    this.log = log;
    this.clock = clock;
  }

  /**
   * Reads the facts, without keeping anybody out.
   *
   * @param haltId the id of the halt, see {@link HaltId}
   * @throws RepairRefusedException if the partition does not have this halt
   */
  public Diagnosis diagnose(String haltId) {
    String foreign = store.foreignIdentity(partition);
    StartFacts facts = log.facts();
    HaltReason reason =
        reason(haltId, foreign == null ? facts.standing() : foreign)
            .orElseThrow(() -> other(haltId, foreign, facts));
    Remedy remedy =
        foreign == null ? RemedyRule.of(reason, facts, log) : RemedyRule.ofForeign(foreign, facts);
    return new Diagnosis(partition, reason, lines(facts), possible(remedy));
  }

  /** The remedy, if it can succeed. */
  private Remedy possible(Remedy remedy) {
    if (remedy instanceof Remedy.Commit commit
        && commit.metadata() != null
        && commit.metadata().publishedSeq() > commit.metadata().state().seq()
        && !log.hasLastCause()) {
      return RemedyRule.ofOtherEvents();
    }
    if (remedy instanceof Remedy.SetAside) {
      try {
        StartRule.decide(log.factsWithoutState());
      } catch (HaltedException e) {
        return RemedyRule.ofLostForGood(e.halt().message());
      }
    }
    return remedy;
  }

  private Optional<HaltReason> reason(String haltId, String standing) {
    return Arrays.stream(HaltReason.values())
        .filter(reason -> HaltId.of(deployment, partition, reason, standing).equals(haltId))
        .findFirst();
  }

  /**
   * The refusal for another halt than the given one. It does not name the id of what it sees; the
   * arbiter that halted does, if one did.
   */
  private RepairRefusedException other(String haltId, @Nullable String foreign, StartFacts facts) {
    String now = "that it would go on.";
    if (foreign != null) {
      now = "that the state " + foreign + ".";
    } else {
      try {
        StartRule.decide(facts);
      } catch (HaltedException e) {
        now = e.halt().reason() + ": " + e.halt().message();
      }
    }
    return new RepairRefusedException(
        "partition=%d of deployment=%s does not stand still for halt %s. What Kafka and Redis say now is %s Either these are not the arbiter's settings, or it stands still for something that a tool cannot see or mend (TIMESTAMP, PARTITIONS; MISMATCH, AHEAD while it decides). See: lockarbiter partitions"
            .formatted(partition, deployment, haltId, now));
  }

  private static List<String> lines(StartFacts facts) {
    return List.of(
        "committed: " + RemedyRule.text(facts.commit()),
        "lock.events: offset=%d to %d, last seq=%s"
            .formatted(facts.events().begin(), facts.events().end(), facts.lastSeq()),
        "lock.commands: offset=%d to %d"
            .formatted(facts.commands().begin(), facts.commands().end()),
        "state in Redis: " + RemedyRule.text(facts.header()));
  }

  /**
   * Carries out the agreed remedy, if the facts are still the same.
   *
   * @return the result, for an operator
   * @throws RepairRefusedException if the partition does not have this halt any more
   */
  public String carryOut(String haltId, Remedy agreed) {
    Remedy remedy = still(haltId, agreed);
    if (remedy instanceof Remedy.SetAside) {
      return setAside();
    }
    if (remedy instanceof Remedy.ByHand) {
      throw new RepairRefusedException(remedy.plan());
    }
    Remedy.Committing done = committed(haltId, agreed);
    if (done instanceof Remedy.BeginEmpty begin) {
      PartitionState empty =
          new PartitionState(begin.metadata().state(), List.of(), List.of(), List.of(), List.of());
      String moved = setAside();
      write(empty);
      return moved + " An empty state is there.";
    }
    if (done instanceof Remedy.Renumber renumber) {
      return renumbered(renumber.metadata().state());
    }
    return "Committed offset=%d.".formatted(done.offset());
  }

  private Remedy still(String haltId, Remedy agreed) {
    Remedy remedy = diagnose(haltId).remedy();
    if (remedy.getClass() != agreed.getClass()) {
      throw new RepairRefusedException("something else is to be done now: " + remedy.plan());
    }
    return remedy;
  }

  /**
   * Commits the position. The facts are read once more when nobody else can publish; the owner's
   * next look ends that time.
   *
   * @return the remedy by the facts that were read last
   */
  private Remedy.Committing committed(String haltId, Remedy agreed) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (RepairLog.Fence fence = log.fence()) {
        if (still(haltId, agreed) instanceof Remedy.Committing remedy
            && fence.commit(remedy.offset(), remedy.metadata())) {
          return remedy;
        }
      }
    }
    throw new RepairRefusedException(
        "the owner of partition=%d looked at it at each of %d attempts; nothing was changed. Try again."
            .formatted(partition, ATTEMPTS));
  }

  private String setAside() {
    String name = NAME.format(clock.instant());
    int keys = store.setAside(partition, name);
    return "%d keys of {%s:%d} in Redis begin with {%s:%d}:%s: now; delete them when nobody needs them any more."
        .formatted(keys, deployment, partition, deployment, partition, name);
  }

  private String renumbered(PartitionHeader state) {
    String name = NAME.format(clock.instant());
    if (!state.equals(store.renumber(partition, state.seq(), name))) {
      throw new IllegalStateException(
          "the state of partition=%d in Redis is not the one that was diagnosed any more; it stays. See: lockarbiter partitions"
              .formatted(partition));
    }
    return "The state goes on behind seq=%d. What it kept for publishing, if anything, is {%s:%d}:%s:outbox now; delete that when nobody needs it any more."
        .formatted(state.seq(), deployment, partition, name);
  }

  private void write(PartitionState state) {
    StateRestore restore = store.restore(partition, state);
    StateRestore.Progress progress = StateRestore.Progress.MORE;
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }
    if (progress == StateRestore.Progress.OVERTAKEN) {
      throw new IllegalStateException(
          "somebody else has built a state for partition=%d meanwhile; it stays. See: lockarbiter partitions"
              .formatted(partition));
    }
  }
}
