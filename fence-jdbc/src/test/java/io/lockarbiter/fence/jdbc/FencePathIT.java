package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Seeds;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** PostgreSQL takes a text for the path for which the arbiter takes it. */
@Needs(OptionalTool.POSTGRESQL)
class FencePathIT {
  private static final int IN_ONE_PATH = 60;
  private static final List<String> PARTS =
      List.of(
          "/",
          "/",
          "/",
          ".",
          "..",
          "a",
          "A",
          "é",
          "e\u0301",
          "\u0345",
          "\u0327",
          "ß",
          "İ",
          "ı",
          "Σ",
          "ς",
          "\u1100",
          "\u1161",
          "\u11a8",
          "ﬁ",
          "\\",
          "\u0001",
          "\u0085",
          "\u0378",
          "\ud83d\ude00",
          "ͅ\u0301",
          "ΰ",
          "x".repeat(600),
          "/y".repeat(20),
          "'",
          "%",
          "\"");

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedPostgres postgres;

  @SuppressWarnings("NullAway.Init")
  private static Connection connection;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres = EmbeddedPostgres.builder().setPGStartupWait(LIMIT).start();
    JdbcFencingGuard.createTables(postgres.getPostgresDatabase());
    connection = postgres.getPostgresDatabase().getConnection();
  }

  @AfterAll
  static void stop() throws IOException, SQLException {
    connection.close();
    postgres.close();
  }

  /** Those that Unicode gained since are refused: the database would not normalise them alike. */
  @Test
  void everyCodePointThatTheDatabaseKnows_isComparedAlike() throws SQLException {
    List<Integer> known = known();
    assertThat(known).hasSizeGreaterThan(150_000);
    for (int from = 0; from < known.size(); from += IN_ONE_PATH) {
      StringBuilder path = new StringBuilder();
      for (int codePoint : known.subList(from, Math.min(from + IN_ONE_PATH, known.size()))) {
        path.append("/n").appendCodePoint(codePoint).append('X');
      }
      compare(path.toString());
    }
  }

  /** Code points for private use all behave alike, so the first ones are enough. */
  private static List<Integer> known() throws SQLException {
    List<Integer> known = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select n from generate_series(32, 983100) n where n not between 127 and 159 and n"
                    + " <> 47 and n not between 55296 and 57343 and unicode_assigned(chr(n))")) {
      while (rows.next()) {
        known.add(rows.getInt(1));
      }
    }
    return known;
  }

  @Test
  void textsAtRandom_areComparedAlikeAndRefusedForTheSameReason() throws SQLException {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder(random.nextInt(8) == 0 ? "" : "/");
      for (int parts = random.nextInt(12); parts > 0; parts--) {
        text.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      refused += compare(text.toString()) ? 0 : 1;
    }
    assertThat(refused).as("refused with -Dseed=%d", seed).isBetween(500, 2900);
  }

  private static boolean compare(String text) throws SQLException {
    String expected = ofJava(text, false);
    assertThat(ofPostgres(text, false)).as("%s", text).isEqualTo(expected);
    assertThat(ofPostgres(text, true)).as("%s without case", text).isEqualTo(ofJava(text, true));
    return expected.startsWith("/");
  }

  private static String ofJava(String text, boolean withoutCase) {
    try {
      LockPath path = LockPath.of(text);
      return withoutCase ? path.withoutCase().compared() : path.compared();
    } catch (BadPathException e) {
      return e.problem();
    }
  }

  private static String ofPostgres(String text, boolean withoutCase) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select lockarbiter_fence_path(?, ?)")) {
      query.setString(1, text);
      query.setBoolean(2, withoutCase);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getString(1);
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo("22023");
        String message = String.valueOf(e.getMessage());
        return message
            .substring(0, message.indexOf("; no lock protects such a path"))
            .replaceFirst("(?s).* ((has|ends|does not start) )", "$1");
      }
    }
  }
}
