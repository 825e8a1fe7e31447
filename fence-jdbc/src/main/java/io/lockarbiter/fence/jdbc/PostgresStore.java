package io.lockarbiter.fence.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.FencingRefusal.Done;
import io.lockarbiter.client.fence.FencingRefusal.Forgotten;
import io.lockarbiter.client.fence.FencingRefusal.Overtaken;
import io.lockarbiter.client.fence.FencingRefusal.TakenOver;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the functions of {@code postgresql.sql}, which lock, decide and remember for every language.
 */
final class PostgresStore implements FencingStore {
  private static final String ADMIT =
      "select answer, target, relation, acted_mode, number from lockarbiter_fence_admit(?, ?, ?, ?,"
          + " ?, ?, ?)";
  private static final String FORGET = "select lockarbiter_fence_forget(?, ?)";

  private final Connection connection;

  PostgresStore(Connection connection) {
    this.connection = connection;
  }

  @Override
  public @Nullable FencingRefusal refusalOf(FencingAction action) throws SQLException {
    try (PreparedStatement admit = connection.prepareStatement(ADMIT)) {
      admit.setString(1, action.account());
      Object[] paths =
          action.targets().stream()
              .map(target -> target.path().compared().getBytes(UTF_8))
              .toArray(byte[][]::new);
      admit.setArray(2, connection.createArrayOf("bytea", paths));
      Object[] modes =
          action.targets().stream().map(target -> target.mode().judgedAs().name()).toArray();
      admit.setArray(3, connection.createArrayOf("varchar", modes));
      admit.setLong(4, action.token());
      admit.setLong(5, action.run());
      admit.setBoolean(6, action.last());
      admit.setString(7, action.holder());
      try (ResultSet answer = admit.executeQuery()) {
        answer.next();
        return refusal(action, answer);
      }
    }
  }

  private static @Nullable FencingRefusal refusal(FencingAction action, ResultSet row)
      throws SQLException {
    String answer = row.getString("answer");
    long number = row.getLong("number");
    return switch (answer) {
      case "ADMITTED" -> null;
      case "FORGOTTEN" -> new Forgotten(action, number);
      case "DONE" -> new Done(action, number);
      case "TAKEN_OVER" -> new TakenOver(action, number);
      case "OVERTAKEN" -> {
        Target target = action.targets().get(row.getInt("target") - 1);
        Relation relation = Relation.valueOf(row.getString("relation"));
        Mode mode = Mode.ofWord(row.getString("acted_mode"));
        yield new Overtaken(action, target, relation, mode, number);
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
