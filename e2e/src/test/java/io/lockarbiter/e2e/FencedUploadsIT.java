package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.fence.jdbc.JdbcFencingGuard;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workers in other languages: a late one is refused by PostgreSQL, whichever came before. */
@Cluster
@Needs(OptionalTool.POSTGRESQL)
@Needs(OptionalTool.NODE_POSTGRES)
@Needs(OptionalTool.PYTHON_POSTGRES)
class FencedUploadsIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path CLIENTS = ROOT.resolve("sdk");
  private static final String PATH = "/docs/plan.pdf";

  private static EmbeddedGateway gateway;
  private static EmbeddedPostgres postgres;

  @TempDir Path folder;

  /** A worker of the examples. */
  enum Worker {
    NODE,
    PYTHON
  }

  @BeforeAll
  static void start(Deployment deployment) throws IOException, SQLException {
    deployment.arbiter();
    gateway = deployment.gateway();
    postgres = EmbeddedPostgres.builder().setPGStartupWait(Patience.LIMIT).start();
    JdbcFencingGuard.createTables(postgres.getPostgresDatabase());
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement create = connection.createStatement()) {
      create.execute("create table files (path text primary key, token bigint not null)");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }

  /** It stands still for longer than its lease, and does not know that somebody else had it. */
  @ParameterizedTest
  @CsvSource({"NODE, PYTHON", "PYTHON, NODE"})
  void lateWorker_isRefusedByTheDatabase(Worker late, Worker next) throws Exception {
    try (JavaProcess asleep = worker(late, 5)) {
      long token = Long.parseLong(asleep.await("granted (\\d+)"));
      asleep.pause();
      long newer;
      try (JavaProcess awake = worker(next, 0)) {
        newer = Long.parseLong(awake.await("wrote (\\d+)"));
        assertThat(awake.awaitExit()).as(awake.output()).isZero();
      }
      asleep.resume();

      assertThat(asleep.awaitExit()).as(asleep.output()).isEqualTo(1);
      assertThat(asleep.output()).contains("too late: OVERTAKEN").doesNotContain("wrote");
      assertThat(newer).isGreaterThan(token);
      assertThat(writtenToken()).isEqualTo(newer);
    }
  }

  private static long writtenToken() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery("select token from files")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private JavaProcess worker(Worker language, int seconds) throws IOException {
    List<String> command =
        language == Worker.NODE
            ? List.of(OptionalTool.NODE_POSTGRES.program("node"), node().toString())
            : List.of(
                OptionalTool.PYTHON_POSTGRES.program("python3"),
                ROOT.resolve("examples/python/upload_worker.py").toString());
    ProcessBuilder program = new ProcessBuilder(new ArrayList<>(command));
    program
        .command()
        .addAll(
            List.of(
                gateway.address(),
                gateway.key(),
                "postgres://postgres@localhost:%d/postgres".formatted(postgres.getPort()),
                PATH,
                Integer.toString(seconds)));
    String driver = System.getProperty("lockarbiter.psycopg");
    String modules = CLIENTS.resolve("python").toString();
    program
        .environment()
        .put(
            "PYTHONPATH",
            driver == null ? modules : modules + File.pathSeparator + Path.of(driver).getParent());
    program.environment().put("PYTHONUNBUFFERED", "1");
    program.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return JavaProcess.start(program);
  }

  /** The worker for Node, beside the libraries as {@code npm install} puts them. */
  private Path node() throws IOException {
    Path worker = folder.resolve("upload-worker.mjs");
    if (!Files.exists(worker)) {
      Path modules = Files.createDirectory(folder.resolve("node_modules"));
      Files.createSymbolicLink(modules.resolve("pg"), OptionalTool.NODE_POSTGRES.library("pg"));
      Files.createDirectory(modules.resolve("@lockarbiter"));
      Files.createSymbolicLink(
          modules.resolve("@lockarbiter/client"), CLIENTS.resolve("typescript"));
      Files.copy(ROOT.resolve("examples/node/upload-worker.mjs"), worker);
    }
    return worker;
  }
}
