package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.FencingRefusal.Done;
import io.lockarbiter.client.fence.FencingRefusal.Forgotten;
import io.lockarbiter.client.fence.FencingRefusal.Overtaken;
import io.lockarbiter.client.fence.FencingRefusal.TakenOver;
import io.lockarbiter.contracts.lock.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets compatible actions pass at the same time, by advisory locks: one call of the function in
 * {@code postgresql.sql}, which explains the locks.
 */
final class PostgresStore implements FencingStore {
  /**
   * Most locks that one transaction may hold. With the few that a check holds for a moment, they
   * fit into PostgreSQL's room for each transaction ({@code max_locks_per_transaction}, 64).
   */
  static final int MAX_LOCKS = 60;

  private static final String ADMIT =
      "select answer, nth, acted_mode, number from lockarbiter_fence_admit(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String FORGET = "select lockarbiter_fence_forget(?, ?)";

  private final Connection connection;
  private final Set<Long> held = new HashSet<>();

  PostgresStore(Connection connection) {
    this.connection = connection;
  }

  @Override
  public @Nullable FencingRefusal refusalOf(FencingAction action) throws SQLException {
    ActionKeys keys = ActionKeys.of(action);
    ActionKeys locked = keys;
    @Nullable Long runs = ActionKeys.runs(action.account(), action.token());
    Set<Long> after = with(runs, keys);
    if (after.size() > MAX_LOCKS) {
      locked = ActionKeys.ofWholeAccount(action.account());
      runs = null;
      after = with(null, locked);
    }
    try (PreparedStatement admit = connection.prepareStatement(ADMIT)) {
      bind(admit, action, keys, locked, runs);
      try (ResultSet answer = admit.executeQuery()) {
        answer.next();
        FencingRefusal refusal = refusal(action, keys, answer);
        if (refusal == null) {
          held.addAll(after);
        }
        return refusal;
      }
    }
  }

  private Set<Long> with(@Nullable Long runs, ActionKeys locked) {
    Set<Long> locks = new HashSet<>(held);
    locked.traces().keySet().forEach(key -> locks.add(key.lock()));
    if (runs != null) {
      locks.add(runs);
    }
    return locks;
  }

  private void bind(
      PreparedStatement admit,
      FencingAction action,
      ActionKeys keys,
      ActionKeys locked,
      @Nullable Long runs)
      throws SQLException {
    admit.setString(1, action.account());
    admit.setLong(2, action.token());
    admit.setLong(3, action.run());
    admit.setString(4, action.holder());
    admit.setBoolean(5, action.last());
    setArray(admit, 6, "bigint", locked.traces().keySet().stream().map(ActionKeys.Key::lock));
    setArray(admit, 7, "bigint", locked.conflicting().keySet().stream().map(ActionKeys.Key::lock));
    admit.setObject(8, runs, Types.BIGINT);
    admit.setLong(9, ActionKeys.gate(action.account()));
    setArray(admit, 10, "uuid", keys.traces().keySet().stream().map(ActionKeys.Key::row));
    setArray(admit, 11, "varchar", keys.traces().values().stream().map(Mode::name));
    setArray(admit, 12, "uuid", keys.conflicting().keySet().stream().map(ActionKeys.Key::row));
  }

  private void setArray(PreparedStatement admit, int index, String type, Stream<?> values)
      throws SQLException {
    admit.setArray(index, connection.createArrayOf(type, values.toArray()));
  }

  private static @Nullable FencingRefusal refusal(
      FencingAction action, ActionKeys keys, ResultSet row) throws SQLException {
    String answer = row.getString("answer");
    long number = row.getLong("number");
    return switch (answer) {
      case "ADMITTED" -> null;
      case "FORGOTTEN" -> new Forgotten(action, number);
      case "DONE" -> new Done(action, number);
      case "TAKEN_OVER" -> new TakenOver(action, number);
      case "OVERTAKEN" -> {
        ActionKeys.Conflicting place =
            List.copyOf(keys.conflicting().values()).get((int) row.getLong("nth") - 1);
        Mode mode = Mode.ofWord(row.getString("acted_mode"));
        yield new Overtaken(action, place.target(), place.relation(), mode, number);
      }
      case "ISOLATION" -> throw FencingDatabase.wrongIsolation(row.getString("acted_mode"));
      default -> throw new IllegalStateException("answer=" + answer);
    };
  }

  @Override
  public void forgetBelow(String account, long token) throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
      forget.setString(1, account);
      forget.setLong(2, token);
      forget.execute();
    }
  }
}
