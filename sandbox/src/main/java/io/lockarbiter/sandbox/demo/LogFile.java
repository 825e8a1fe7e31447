package io.lockarbiter.sandbox.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the log goes while a table stands on the terminal. */
record LogFile(Path path) {
  /** Sends the log of this process to a new file; before anything has logged. */
  static LogFile open() throws IOException {
    Path file = Files.createTempFile("lockarbiter-", ".log");
    System.setProperty("lockarbiter.log.file", file.toString());
    System.setProperty("logback.configurationFile", "logback-file.xml");
    System.setProperty("logging.config", "classpath:logback-file.xml");
    return new LogFile(file);
  }

  /** Deletes the file: nobody will ask for it. */
  void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
