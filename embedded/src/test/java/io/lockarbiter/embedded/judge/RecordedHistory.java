package io.lockarbiter.embedded.judge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One partition in memory, made by clients with a reply address, by time and by the rules. */
final class RecordedHistory implements HistorySource {
  private static final long START_MS = 1_795_000_000_000L;
  private static final String ASK =
      "{\"type\":\"%s\",\"commandId\":\"%s\",\"account\":\"acme\",\"subAccount\":\"%s\",\"replyTo\":\"asker\",%s}";

  /** The records, which tests change. */
  final List<AuditRecord> commands = new ArrayList<>();

  final List<AuditRecord> events = new ArrayList<>();
  private final HistoryRecorder recorder = new HistoryRecorder(0, commands::add, events::add);

  /** Records a held lock, one that waited and was released, and a waiting request. */
  RecordedHistory() {
    append(null, "{\"type\":\"settings\",\"partitions\":1}");
    ask("acquire", "a1", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/p/f\"");
    ask("acquire", "a2", "u2", "\"operation\":\"DELETE\",\"path\":\"/p\",\"waitMs\":60000");
    ask("release", "r1", "u1", "\"lockId\":\"a1\"");
    ask("release", "r2", "u2", "\"lockId\":\"a2\"");
    append(null, "{\"type\":\"tick\"}");
    ask("acquire", "a3", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/p/f\"");
    ask("acquire", "a4", "u2", "\"operation\":\"DELETE\",\"path\":\"/p\",\"waitMs\":60000");
  }

  private void ask(String type, String commandId, String subAccount, String more) {
    append("acme".getBytes(UTF_8), ASK.formatted(type, commandId, subAccount, more));
  }

  private void append(byte @Nullable [] key, String value) {
    long offset = commands.size();
    recorder.append(offset, START_MS + offset, 0, key, value.getBytes(UTF_8));
  }

  /** Returns the state according to the rules. */
  PartitionState state() {
    return HistoryState.at(open(0), Moment.END).state();
  }

  @Override
  public String commandsTopic() {
    return "lock.commands";
  }

  @Override
  public String eventsTopic() {
    return "lock.events";
  }

  @Override
  public List<Integer> partitions() {
    return List.of(0);
  }

  @Override
  public PartitionHistory open(int partition) {
    return new MemoryHistory(partition, commands, events);
  }

  @Override
  public void close() {}
}
