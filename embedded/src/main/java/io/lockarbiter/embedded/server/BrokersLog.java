package io.lockarbiter.embedded.server;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.StandardEnvironment;

/** The log of a process in which a broker runs before an arbiter. */
public final class BrokersLog {
  private BrokersLog() {}

  /**
   * Sets the log up, for the process. The first arbiter would do that again while the broker writes
   * to it, and Logback warns on the screen of each line that arrives meanwhile.
   *
   * @param configuration a resource such as {@code classpath:logback-file.xml}; null = {@code
   *     logback.xml}
   */
  public static void setUp(@Nullable String configuration) {
    LoggingSystem logging = LoggingSystem.get(BrokersLog.class.getClassLoader());
    logging.beforeInitialize();
    logging.initialize(
        new LoggingInitializationContext(new StandardEnvironment()), configuration, null);
  }
}
