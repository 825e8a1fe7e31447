package io.lockarbiter.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.EventHeaders;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Both topics of one partition, of which retention leaves the last time only. */
final class RetainedLog {
  private final int partition;
  private final int partitions;
  private final Deque<Step> steps = new ArrayDeque<>();
  private long eventOffset;

  RetainedLog(int partition, int partitions) {
    this.partition = partition;
    this.partitions = partitions;
  }

  /** A command with the events that it caused; the time is log time. */
  private record Step(long at, AuditRecord command, List<AuditRecord> events) {}

  /** Appends a valid command and its events, as an arbiter publishes them. */
  void append(LogRecord record, long at, List<EncodedEvent> caused) {
    List<AuditRecord> events = new ArrayList<>(caused.size());
    for (EncodedEvent event : caused) {
      events.add(
          new AuditRecord(
              eventOffset++,
              record.appendedAt(),
              record.leaderEpoch(),
              event.account().getBytes(UTF_8),
              event.value(),
              EventHeaders.of(event)));
    }
    eventOffset++; // the marker that ends the transaction
    steps.add(new Step(at, command(record), events));
  }

  private static AuditRecord command(LogRecord record) {
    var command = ((Valid) record.content()).command();
    byte @Nullable [] key =
        command instanceof AccountCommand asked ? asked.account().getBytes(UTF_8) : null;
    return new AuditRecord(
        record.offset(),
        record.appendedAt(),
        record.leaderEpoch(),
        key,
        CommandCodec.encode(command),
        List.of());
  }

  /** Removes what is older than a log time. */
  void cutBefore(long at) {
    while (!steps.isEmpty() && steps.getFirst().at() < at) {
      steps.removeFirst();
    }
  }

  /** The state that recovery builds from the events, with the header that was committed. */
  PartitionState rebuilt(PartitionHeader committed) {
    StateRebuild rebuild = new ModelRebuild(partition, committed);
    long since = StateRebuild.since(committed);
    for (Step step : steps) {
      if (step.at() >= since) {
        step.events().forEach(each -> follow(rebuild, each));
      }
    }
    return rebuild.state();
  }

  private static void follow(StateRebuild rebuild, AuditRecord record) {
    Event event = EventCodec.decode(Objects.requireNonNull(record.value()));
    rebuild.follow(event, record.header(EventHeader.LOCK_REPLY_TO));
  }

  /** The rest of the log, for an audit. */
  PartitionHistory history() {
    List<AuditRecord> commands = steps.stream().map(Step::command).toList();
    List<AuditRecord> events = steps.stream().flatMap(step -> step.events().stream()).toList();
    return CutHistoryTest.cut(partition, partitions, commands, events);
  }
}
