package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.server.BrokersLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The log file that is used while a table is shown. */
record LogFile(Path path) {
  private static final String CONFIGURATION = "classpath:logback-file.xml";

  /** Redirects the log of this process to a new file. */
  static LogFile open() throws IOException {
    Path file = Files.createTempFile("lockarbiter-", ".log");
    System.setProperty("lockarbiter.log.file", file.toString());
    System.setProperty("logging.config", CONFIGURATION);
    BrokersLog.setUp(CONFIGURATION);
    return new LogFile(file);
  }

  /** Deletes the file if the run was good; otherwise prints its path. */
  void end(boolean good, Screen screen) throws IOException {
    if (good) {
      Files.deleteIfExists(path);
    } else {
      screen.line("Log of the run: " + path);
    }
  }
}
