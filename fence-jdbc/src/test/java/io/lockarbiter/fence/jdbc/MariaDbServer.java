package io.lockarbiter.fence.jdbc;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.mariadb.jdbc.MariaDbDataSource;

/** A MariaDB of the system's program on an empty folder: no users, no service. */
final class MariaDbServer implements AutoCloseable {
  private final Process process;
  private final MariaDbDataSource database;

  private MariaDbServer(Process process, MariaDbDataSource database) {
    this.process = process;
    this.database = database;
  }

  static MariaDbServer start(Path folder) throws IOException, SQLException {
    Path data = Files.createDirectory(folder.resolve("data"));
    File log = folder.resolve("log").toFile();
    int port = freePort();
    Process process =
        new ProcessBuilder(
                OptionalTool.MARIADB.program("mariadbd"),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + data,
                "--socket=" + folder.resolve("socket"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-grant-tables",
                "--innodb-buffer-pool-size=32M")
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    MariaDbServer server = new MariaDbServer(process, new MariaDbDataSource(url(port, "")));
    await(log.toString()).atMost(LIMIT).until(server::answers);
    try (Connection connection = server.database.getConnection();
        Statement statement = connection.createStatement()) {
      // This collation treats names as equal that differ only in case and accents.
      statement.execute("create database fence character set utf8mb4 collate utf8mb4_general_ci");
    }
    return new MariaDbServer(process, new MariaDbDataSource(url(port, "fence")));
  }

  private static String url(int port, String database) {
    return "jdbc:mariadb://127.0.0.1:%d/%s?user=root".formatted(port, database);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean answers() {
    if (!process.isAlive()) {
      throw new IllegalStateException("mariadbd ended with " + process.exitValue());
    }
    try (Connection connection = database.getConnection()) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  MariaDbDataSource database() {
    return database;
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
