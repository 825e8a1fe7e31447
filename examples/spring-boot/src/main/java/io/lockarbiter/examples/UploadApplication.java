package io.lockarbiter.examples;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.fence.jdbc.JdbcFencingGuard;
import io.lockarbiter.spring.GrantListener;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes notes over HTTP, and writes each when its lock is granted, on any instance. */
@SpringBootApplication
@RestController
public class UploadApplication {
  private final LockClient locks;
  private final JdbcTemplate db;
  private final TransactionTemplate transactions;

  UploadApplication(LockClient locks, JdbcTemplate db, TransactionTemplate transactions)
      throws Exception {
    this.locks = locks;
    this.db = db;
    this.transactions = transactions;
    JdbcFencingGuard.createTables(db.getDataSource());
  }

  @PutMapping("/notes/{*path}")
  String ask(@PathVariable String path, @RequestBody String text) {
    var request = LockRequest.upload("acme", "ann", path).attribute("note", text);
    return locks.submit("notes", request).outcome().join().message();
  }

  @GetMapping("/notes/{*path}")
  String read(@PathVariable String path) {
    return db.queryForObject("select max(text) from note where path = ?", String.class, path);
  }

  @GrantListener("notes")
  void write(Job job) {
    transactions.executeWithoutResult(
        begun -> {
          var guard = new JdbcFencingGuard(DataSourceUtils.getConnection(db.getDataSource()));
          guard.require(job.fencing().asLast());
          var path = job.lock().path();
          db.update("merge into note values (?, ?)", path + "", job.attribute("note"));
        });
  }

  public static void main(String[] args) {
    SpringApplication.run(UploadApplication.class, args);
  }
}
