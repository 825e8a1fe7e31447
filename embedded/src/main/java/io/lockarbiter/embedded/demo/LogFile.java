package io.lockarbiter.embedded.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the log goes while a table is printed. */
record LogFile(Path path) {
  /** Sends the log of this process to a new file; before anything has logged. */
  static LogFile open() throws IOException {
    Path file = Files.createTempFile("lockarbiter-", ".log");
    System.setProperty("lockarbiter.log.file", file.toString());
    System.setProperty("logback.configurationFile", "logback-file.xml");
    System.setProperty("logging.config", "classpath:logback-file.xml");
    return new LogFile(file);
  }

  /** Deletes the file if all was good: nobody will ask for it. Else says where it is. */
  void end(boolean good, Screen screen) throws IOException {
    if (good) {
      Files.deleteIfExists(path);
    } else {
      screen.line("Log of the run: " + path);
    }
  }
}
