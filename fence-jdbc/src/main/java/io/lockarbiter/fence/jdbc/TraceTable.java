package io.lockarbiter.fence.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.memory.AccountMemory;
import io.lockarbiter.client.fence.memory.RunTrace;
import io.lockarbiter.client.fence.memory.Trace;
import io.lockarbiter.client.fence.memory.TraceKey;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of traces; the caller locks the account. */
final class TraceTable {
  /** Reads by the nodes, which identify the account too; one mark for each node. */
  private static final String READ =
      """
      select a.floor_token, r.run, r.done, t.node, t.place, t.mode, t.token, t.holder, t.other_token
      from lockarbiter_fence_account a
      left join lockarbiter_fence_run r on r.account = a.account and r.token = ?
      left join lockarbiter_fence_trace t on t.node in (%s)
      where a.account = ?
      """;

  // The insert takes the same values in the same order as the update, and one more.
  private static final String INSERT_TRACE =
      "insert into lockarbiter_fence_trace (token, holder, other_token, node, place, mode, account) values (?, ?, ?, ?, ?, ?, ?)";
  private static final String UPDATE_TRACE =
      "update lockarbiter_fence_trace set token = ?, holder = ?, other_token = ? where node = ? and place = ? and mode = ?";
  private static final String INSERT_RUN =
      "insert into lockarbiter_fence_run (run, done, account, token) values (?, ?, ?, ?)";
  private static final String UPDATE_RUN =
      "update lockarbiter_fence_run set run = ?, done = ? where account = ? and token = ?";

  private final Connection connection;

  TraceTable(Connection connection) {
    this.connection = connection;
  }

  /** The traces that concern the action: at its targets and above, and those of its lock's runs. */
  AccountMemory read(FencingAction action) throws SQLException {
    Map<ByteBuffer, LockPath> nodes = new LinkedHashMap<>();
    for (Target target : action.targets()) {
      nodes.put(node(action.account(), target.path()), target.path());
      target.path().ancestors().forEach(above -> nodes.put(node(action.account(), above), above));
    }
    try (PreparedStatement read = connection.prepareStatement(readStatement(nodes.size()))) {
      int index = 1;
      read.setLong(index++, action.token());
      for (ByteBuffer node : nodes.keySet()) {
        read.setBytes(index++, node.array());
      }
      read.setBytes(index, action.account().getBytes(UTF_8));
      try (ResultSet rows = read.executeQuery()) {
        return memory(action, nodes, rows);
      }
    }
  }

  private static String readStatement(int nodes) {
    return READ.formatted(String.join(", ", Collections.nCopies(nodes, "?")));
  }

  private static AccountMemory memory(
      FencingAction action, Map<ByteBuffer, LockPath> nodes, ResultSet rows) throws SQLException {
    AccountMemory memory = new AccountMemory();
    while (rows.next()) {
      memory.loadFloor(rows.getLong("floor_token"));
      long run = rows.getLong("run");
      if (!rows.wasNull()) {
        memory.load(action.token(), new RunTrace(run, rows.getBoolean("done")));
      }
      byte[] node = rows.getBytes("node");
      if (node != null) {
        LockPath path = Objects.requireNonNull(nodes.get(ByteBuffer.wrap(node)));
        TraceKey.Scope scope = TraceKey.Scope.valueOf(rows.getString("place"));
        memory.load(new TraceKey(path, scope, Mode.ofWord(rows.getString("mode"))), trace(rows));
      }
    }
    return memory;
  }

  private static Trace trace(ResultSet row) throws SQLException {
    byte[] holder = row.getBytes("holder");
    return new Trace(
        row.getLong("token"),
        holder == null ? null : new String(holder, UTF_8),
        row.getLong("other_token"));
  }

  /** Writes the changes of an admitted action. */
  void write(FencingAction action, AccountMemory memory) throws SQLException {
    AccountMemory.Changes changes = memory.changesOf(action);
    writeTraces(action.account(), changes.traces(), memory, INSERT_TRACE, false);
    writeTraces(action.account(), changes.traces(), memory, UPDATE_TRACE, true);
    writeRun(action, changes.run(), memory.knowsRunOf(action) ? UPDATE_RUN : INSERT_RUN);
  }

  private void writeTraces(
      String account,
      Map<TraceKey, Trace> changes,
      AccountMemory memory,
      String statement,
      boolean known)
      throws SQLException {
    if (changes.keySet().stream().noneMatch(key -> memory.knows(key) == known)) {
      return;
    }
    try (PreparedStatement write = connection.prepareStatement(statement)) {
      for (Map.Entry<TraceKey, Trace> change : changes.entrySet()) {
        if (memory.knows(change.getKey()) == known) {
          bind(write, account, change.getKey(), change.getValue());
          if (!known) {
            write.setBytes(7, account.getBytes(UTF_8));
          }
          write.addBatch();
        }
      }
      write.executeBatch();
    }
  }

  private static void bind(PreparedStatement write, String account, TraceKey key, Trace trace)
      throws SQLException {
    write.setLong(1, trace.token());
    write.setBytes(2, trace.holder() == null ? null : trace.holder().getBytes(UTF_8));
    write.setLong(3, trace.other());
    write.setBytes(4, node(account, key.path()).array());
    write.setString(5, key.scope().name());
    write.setString(6, key.mode().name());
  }

  private void writeRun(FencingAction action, @Nullable RunTrace run, String statement)
      throws SQLException {
    if (run == null) {
      return;
    }
    try (PreparedStatement write = connection.prepareStatement(statement)) {
      write.setLong(1, run.run());
      write.setBoolean(2, run.done());
      write.setBytes(3, action.account().getBytes(UTF_8));
      write.setLong(4, action.token());
      write.executeUpdate();
    }
  }

  /** A path of an account as a key of fixed length. An account has no control characters. */
  private static ByteBuffer node(String account, LockPath path) {
    try {
      return ByteBuffer.wrap(
          MessageDigest.getInstance("SHA-256")
              .digest((account + '\n' + path.compared()).getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("The Java runtime has no SHA-256", e);
    }
  }
}
