package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.memory.AccountMemory;
import io.lockarbiter.client.fence.memory.RunTrace;
import io.lockarbiter.client.fence.memory.Trace;
import io.lockarbiter.client.fence.memory.TraceKey;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of what is remembered; the account is locked by the caller. */
final class TraceTable {
  private static final String READ =
      """
      select a.floor_token, r.run, r.done, t.node, t.place, t.mode, t.token, t.holder, t.other_token
      from lockarbiter_fence_account a
      left join lockarbiter_fence_run r on r.account = a.account and r.token = ?
      left join lockarbiter_fence_trace t on t.node = any (?)%s
      where a.account = ?
      """;

  /** Told the account, PostgreSQL uses an index even before it knows the table's size. */
  private static final String READ_BY_ACCOUNT = READ.formatted(" and t.account = a.account");

  /** Told the account, H2 reads all of it. */
  private static final String READ_BY_NODE = READ.formatted("");

  // Both statements of a pair take their values in the same order; an insert one more.
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

  /** What concerns the action: the traces at its targets and above, and its lock's runs. */
  AccountMemory read(FencingAction action) throws SQLException {
    Map<String, LockPath> nodes = new HashMap<>();
    for (Target target : action.targets()) {
      nodes.put(node(action.account(), target.path()), target.path());
      target.path().ancestors().forEach(above -> nodes.put(node(action.account(), above), above));
    }
    Array array = connection.createArrayOf("varchar", nodes.keySet().toArray());
    try (PreparedStatement read = connection.prepareStatement(readStatement())) {
      read.setLong(1, action.token());
      read.setArray(2, array);
      read.setString(3, action.account());
      try (ResultSet rows = read.executeQuery()) {
        return memory(action, nodes, rows);
      }
    } finally {
      array.free();
    }
  }

  private String readStatement() throws SQLException {
    boolean isH2 = "H2".equals(connection.getMetaData().getDatabaseProductName());
    return isH2 ? READ_BY_NODE : READ_BY_ACCOUNT;
  }

  private static AccountMemory memory(
      FencingAction action, Map<String, LockPath> nodes, ResultSet rows) throws SQLException {
    AccountMemory memory = new AccountMemory();
    while (rows.next()) {
      memory.loadFloor(rows.getLong("floor_token"));
      long run = rows.getLong("run");
      if (!rows.wasNull()) {
        memory.load(action.token(), new RunTrace(run, rows.getBoolean("done")));
      }
      LockPath path = nodes.get(rows.getString("node"));
      if (path != null) {
        TraceKey.Scope scope = TraceKey.Scope.valueOf(rows.getString("place"));
        memory.load(new TraceKey(path, scope, Mode.valueOf(rows.getString("mode"))), trace(rows));
      }
    }
    return memory;
  }

  private static Trace trace(ResultSet row) throws SQLException {
    return new Trace(row.getLong("token"), row.getString("holder"), row.getLong("other_token"));
  }

  /** Writes what an admitted action changes. */
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
            write.setString(7, account);
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
    write.setString(2, trace.holder());
    write.setLong(3, trace.other());
    write.setString(4, node(account, key.path()));
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
      write.setString(3, action.account());
      write.setLong(4, action.token());
      write.executeUpdate();
    }
  }

  /** A path of an account as a key of fixed length. An account has no control characters. */
  private static String node(String account, LockPath path) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((account + '\n' + path).getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("The Java runtime has no SHA-256", e);
    }
  }
}
