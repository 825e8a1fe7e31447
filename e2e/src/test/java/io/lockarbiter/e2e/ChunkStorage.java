package io.lockarbiter.e2e;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.fence.jdbc.FencingStoreException;
import io.lockarbiter.fence.jdbc.JdbcFencingGuard;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;

/** A storage in a database, with a fencing guard; several processes write to it. */
final class ChunkStorage {
  /** The writer of a chunk of a job, and its run. */
  record Chunk(String writer, long run) {}

  private final String url;

  ChunkStorage(String url) {
    this.url = url;
  }

  void create() throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl(url);
    JdbcFencingGuard.createTables(database);
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table chunk (number bigint generated always as identity, job varchar, writer varchar, run bigint)");
      statement.execute("create table finished (job varchar)");
      connection.commit();
    }
  }

  /** Writes a chunk if the guard admits the action. */
  void write(FencingAction action, String job, String writer) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement insert =
            connection.prepareStatement("insert into chunk (job, writer, run) values (?, ?, ?)")) {
      new JdbcFencingGuard(connection).require(action);
      insert.setString(1, job);
      insert.setString(2, writer);
      insert.setLong(3, action.run());
      insert.executeUpdate();
      connection.commit();
    }
  }

  /** Says whether no paused transaction holds the account's guard. */
  boolean isFree(String account) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("set lock_timeout 500");
      new JdbcFencingGuard(connection).forgetBelow(account, 1);
      connection.commit();
      return true;
    } catch (FencingStoreException e) {
      return false;
    }
  }

  /** Returns the chunks of a job in the order of their writes. */
  List<Chunk> chunks(String job) throws SQLException {
    List<Chunk> chunks = new ArrayList<>();
    try (Connection connection = connect();
        PreparedStatement select =
            connection.prepareStatement(
                "select writer, run from chunk where job = ? order by number")) {
      select.setString(1, job);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          chunks.add(new Chunk(rows.getString(1), rows.getLong(2)));
        }
      }
    }
    return chunks;
  }

  /** Lets the present worker of the job make its last write. */
  void finish(String job) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement insert = connection.prepareStatement("insert into finished values (?)")) {
      insert.setString(1, job);
      insert.executeUpdate();
      connection.commit();
    }
  }

  boolean isFinished(String job) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement select =
            connection.prepareStatement("select count(*) from finished where job = ?")) {
      select.setString(1, job);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() && rows.getInt(1) > 0;
      }
    }
  }

  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    connection.setAutoCommit(false);
    return connection;
  }
}
