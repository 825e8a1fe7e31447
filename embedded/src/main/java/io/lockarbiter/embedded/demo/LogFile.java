package io.lockarbiter.embedded.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The log file that is used while a table is shown. */
record LogFile(Path path) {
  /** Redirects the log of this process to a new file; to be called before anything was logged. */
  static LogFile open() throws IOException {
    Path file = Files.createTempFile("lockarbiter-", ".log");
    System.setProperty("lockarbiter.log.file", file.toString());
    System.setProperty("logback.configurationFile", "logback-file.xml");
    System.setProperty("logging.config", "classpath:logback-file.xml");
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
