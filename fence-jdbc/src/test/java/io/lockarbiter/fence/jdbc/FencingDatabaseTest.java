package io.lockarbiter.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FencingDatabaseTest {
  private final List<String> executed = new ArrayList<>();

  /** Its driver calls it PostgreSQL; it offers advisory locks, but they lock nothing. */
  @Test
  void cockroachDb_getsNoTables() {
    Connection connection = connection("CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu)");

    assertThatThrownBy(() -> FencingDatabase.POSTGRESQL.createTables(connection))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "The connection leads to CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu), expected PostgreSQL; ");
    assertThat(executed).containsExactly("select version()");
  }

  @Test
  void postgreSql_getsItsTables() throws SQLException {
    Connection connection = connection("PostgreSQL 17.2 on x86_64-pc-linux-gnu");

    assertThatCode(() -> FencingDatabase.POSTGRESQL.createTables(connection))
        .doesNotThrowAnyException();
    assertThat(executed).containsAll(FencingDatabase.POSTGRESQL.schema());
  }

  private Connection connection(String version) {
    ResultSet rows =
        fake(
            ResultSet.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "next" -> true;
                  case "getString" -> version;
                  default -> null;
                });
    Statement statement =
        fake(
            Statement.class,
            (proxy, method, arguments) -> {
              if (arguments != null) {
                executed.add((String) arguments[0]);
              }
              return switch (method.getName()) {
                case "executeQuery" -> rows;
                case "execute" -> false;
                default -> null;
              };
            });
    return fake(Connection.class, (proxy, method, arguments) -> statement);
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
