package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RepairCall;
import io.lockarbiter.arbiter.tick.TickTimer;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A process that has the partition, or believes so: the arbiter's own code, on simulated ways. */
final class Owner {
  private final SimulatedWorld world;
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final AssignedPartition assigned;
  private final TickTimer ticks;
  private final Beside beside = new Beside();
  private long confirmations;
  private boolean isGone;
  private boolean isAtWork;

  Owner(SimulatedWorld world, Defect defect) {
    this.world = world;
    OwnerLog log = new OwnerLog(this, world, defect);
    PartitionServices services =
        new PartitionServices(
            defect.store(new OwnerStore(this, world, defect), world),
            world.meters(),
            statuses,
            (partition, command) -> append(command),
            beside,
            Settings.DEFAULT,
            world::nanos,
            new RepairCall(SimulatedRepair.DEPLOYMENT, ""),
            ModelRebuild::new);
    assigned = new AssignedPartition(services, log, world.partition());
    ticks = new TickTimer(statuses, services.appender(), services.clock(), () -> {});
  }

  /** Runs one commit beside what the owner does next, at the latest when it is waited for. */
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

  /** The owner's thread is about to wait for what runs beside it. */
  void runBeside() {
    beside.run();
  }

  private CompletableFuture<Long> append(Command command) {
    if (world.chance().happens(Fault.KAFKA_SILENT)) {
      return CompletableFuture.failedFuture(new SilentException());
    }
    return CompletableFuture.completedFuture(world.append(null, CommandCodec.encode(command)));
  }

  /** One turn of its worker, and of its timer. Nobody is in the middle of one twice. */
  void turn() {
    isAtWork = true;
    try {
      assigned.turn();
      if (world.chance().below(3) == 0) {
        ticks.look();
      }
    } catch (OwnerGoneError e) {
      isGone = true;
    } finally {
      isAtWork = false;
    }
  }

  /** What happens to it, to Redis and to Kafka at each of its calls. */
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

  /** The group answers a heartbeat: it is a member still. */
  void confirm() {
    confirmations++;
  }

  long confirmations() {
    return confirmations;
  }

  /** The group says that the partition is another's. */
  void revoke() {
    isAtWork = true;
    try {
      beside.run();
      assigned.close();
    } catch (OwnerGoneError e) {
      // it was gone before
    } finally {
      isAtWork = false;
      isGone = true;
    }
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
