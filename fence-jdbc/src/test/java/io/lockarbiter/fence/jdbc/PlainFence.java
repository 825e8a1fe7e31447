package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingGuard;
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
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * A guard that asks the plain function of PostgreSQL as a program in another language would: once
 * for each target. It expects the texts of {@link FencingRefusal}.
 */
final class PlainFence implements FencingGuard {
  private final Connection connection;

  PlainFence(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Optional<FencingRefusal> admit(FencingAction action) {
    try {
      Savepoint before = connection.setSavepoint();
      for (int i = 0; i < action.targets().size(); i++) {
        Target target = action.targets().get(i);
        try {
          fence(action, target, action.last() && i == action.targets().size() - 1);
        } catch (PSQLException e) {
          if (!"LA001".equals(e.getSQLState())) {
            throw e;
          }
          connection.rollback(before);
          ServerErrorMessage error = Objects.requireNonNull(e.getServerErrorMessage());
          FencingRefusal refusal =
              refusal(action, target, Objects.requireNonNull(error.getDetail()));
          if (target.mode() != Mode.UNKNOWN) {
            assertThat(error.getMessage()).isEqualTo(refusal.message());
          }
          return Optional.of(refusal);
        }
      }
      connection.releaseSavepoint(before);
      return Optional.empty();
    } catch (SQLException e) {
      throw new FencingStoreException(action.account(), e);
    }
  }

  private void fence(FencingAction action, Target target, boolean last) throws SQLException {
    try (PreparedStatement fence =
        connection.prepareStatement("select lockarbiter_fence(?, ?, ?, ?, ?, ?, ?, ?)")) {
      fence.setString(1, action.account());
      fence.setString(2, target.path().toString());
      fence.setString(3, target.mode().judgedAs().name());
      fence.setLong(4, action.token());
      fence.setLong(5, action.run());
      fence.setBoolean(6, last);
      fence.setString(7, action.holder());
      fence.setBoolean(8, target.path().isWithoutCase());
      fence.execute();
    }
  }

  private static FencingRefusal refusal(FencingAction action, Target target, String detail) {
    assertThat(text(detail, "path")).isEqualTo(target.path().toString());
    assertThat(text(detail, "token")).isEqualTo("" + action.token());
    return switch (text(detail, "reason")) {
      case "OVERTAKEN" ->
          new Overtaken(
              action,
              target,
              Relation.valueOf(text(detail, "relation")),
              Mode.ofWord(text(detail, "actedMode")),
              Long.parseLong(text(detail, "actedToken")));
      case "TAKEN_OVER" -> new TakenOver(action, Long.parseLong(text(detail, "actedRun")));
      case "DONE" -> new Done(action, Long.parseLong(text(detail, "actedRun")));
      case "FORGOTTEN" -> new Forgotten(action, Long.parseLong(text(detail, "floor")));
      default -> throw new AssertionError(detail);
    };
  }

  /** A field of the detail, which is JSON; the tests have no names that JSON escapes. */
  private static String text(String detail, String field) {
    Matcher value = Pattern.compile("\"" + field + "\":\"?([^\",}]+)").matcher(detail);
    assertThat(value.find()).as("%s in %s", field, detail).isTrue();
    return value.group(1);
  }

  @Override
  public void forgetBelow(String account, long token) {
    new JdbcFencingGuard(connection).forgetBelow(account, token);
  }
}
