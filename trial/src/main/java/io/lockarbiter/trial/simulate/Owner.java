package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RepairCall;
import io.lockarbiter.arbiter.tick.TickTimer;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.lua.model.ModelRebuild;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A process that owns the partition, or believes so: the arbiter's own code on simulated
 * connections.
 */
final class Owner {
  /** Beginnings of what it says when Redis has failed, or has refused a call. */
  private static final List<String> OF_THE_STORE =
      List.of("Redis lost", OwnerStore.NO_ANSWER, "partition=");

  private final SimulatedWorld world;
  private final Defect defect;
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final AssignedPartition assigned;
  private final TickTimer ticks;
  private final Beside beside = new Beside();
  private long confirmations;
  private boolean isGone;
  private boolean isAtWork;
  private boolean isLeaving;
  private boolean hasReadEvents;
  private @Nullable OwnerPublisher publisher;

  Owner(SimulatedWorld world, Defect defect) {
    this.world = world;
    this.defect = defect;
    OwnerLog log = new OwnerLog(this, world, defect);
    PartitionServices services =
        new PartitionServices(
            defect.store(new OwnerStore(this, world, defect), world),
            world.meters(),
            statuses,
            (partition, command) -> append(command),
            beside,
            world.settings(),
            world::nanos,
            new RepairCall(SimulatedRepair.DEPLOYMENT, ""),
            ModelRebuild::new);
    assigned = new AssignedPartition(services, log, world.partition());
    ticks = new TickTimer(statuses, services.appender(), services.clock(), () -> {});
  }

  /** Runs a commit beside the owner's next steps, at the latest when the owner waits for it. */
  private static final class Beside implements Executor {
    private @Nullable Runnable waiting;

    @Override
    public void execute(Runnable commit) {
      run();
      waiting = commit;
    }

    void run() {
      Runnable commit = waiting;
      waiting = null;
      if (commit != null) {
        commit.run();
      }
    }
  }

  /** Runs the commit, because the owner's thread is about to wait for it. */
  void runBeside() {
    beside.run();
  }

  private CompletableFuture<Long> append(Command command) {
    if (world.chance().happens(Fault.KAFKA_SILENT)) {
      return CompletableFuture.failedFuture(new SilentException());
    }
    return CompletableFuture.completedFuture(world.append(null, CommandCodec.encode(command)));
  }

  /** Takes a publisher into use. */
  EventPublisher opened(OwnerPublisher right) {
    publisher = right;
    hasReadEvents = false;
    return defect.publisher(right, this, world);
  }

  /** Notes that it builds a lost state from the events. */
  void readsEvents() {
    hasReadEvents = true;
  }

  /** Says whether it has built a state from the events since its start. */
  boolean hasReadEvents() {
    return hasReadEvents;
  }

  /** Runs one turn of its worker, and of its timer; not to be called during a turn. */
  void turn() {
    isAtWork = true;
    PartitionState before = state();
    try {
      assigned.turn();
      judge(before);
      if (world.chance().below(3) == 0) {
        ticks.look();
      }
    } catch (OwnerGoneError e) {
      isGone = true;
    } finally {
      isAtWork = false;
    }
  }

  /** Checks that it stands still for a cause only, and what it leaves when Redis fails. */
  private void judge(PartitionState before) {
    PartitionStatus status = Objects.requireNonNull(status());
    if (status.state() == before) {
      return;
    }
    if (status.state() == PartitionState.HALTED
        && !world.mayStandFor(status.halt(), this)
        && !(status.halt() == HaltReason.STALE && isFenced())) {
      throw world.judge().violated("stands still without a cause: " + status);
    }
    String why = String.valueOf(status.why());
    if (before == PartitionState.RUNNING
        && OF_THE_STORE.stream().anyMatch(why::startsWith)
        && publisher != null
        && publisher.isGood()) {
      requirePositionAtTheEnd(why);
    }
  }

  /** Says whether another owner has started since it did, so that Redis knows more than it. */
  private boolean isFenced() {
    return publisher != null && publisher.isFenced();
  }

  private void requirePositionAtTheEnd(String why) {
    if (!world.hasStranger() && !world.log().later().events().isEmpty()) {
      throw world.judge().violated("the position does not follow the events: " + why);
    }
  }

  private PartitionState state() {
    return Objects.requireNonNull(status()).state();
  }

  /**
   * Lets faults happen to the owner, to Redis and to Kafka; called at each of the owner's calls.
   */
  void call() {
    if (!isGone && world.chance().happens(Fault.OWNER_KILLED)) {
      isGone = true;
    }
    if (isGone) {
      throw new OwnerGoneError();
    }
    world.pass(this);
    if (isGone) {
      throw new OwnerGoneError();
    }
  }

  /** Answers a heartbeat: the owner is still a member of the group. */
  void confirm() {
    confirmations++;
  }

  long confirmations() {
    return confirmations;
  }

  /** Tells the owner that another one has the partition. */
  void revoke() {
    isAtWork = true;
    boolean isRunning = state() == PartitionState.RUNNING;
    isLeaving = true;
    try {
      beside.run();
      assigned.close();
      if (isRunning && publisher != null && publisher.isGood()) {
        requirePositionAtTheEnd("the partition was revoked");
      }
    } catch (OwnerGoneError e) {
      // the owner was gone already
    } finally {
      isAtWork = false;
      isGone = true;
    }
  }

  boolean isLeaving() {
    return isLeaving;
  }

  boolean isGone() {
    return isGone;
  }

  boolean isAtWork() {
    return isAtWork;
  }

  @Nullable PartitionStatus status() {
    return statuses.get(world.partition());
  }
}
