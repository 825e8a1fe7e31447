package io.lockarbiter.trial.bench.console;

import io.lockarbiter.console.ConsoleApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A console in a process of its own; runs until it is ended. */
final class ConsoleMain {
  /** Stands before its port in what it writes. */
  static final String STARTED = "console started on port ";

  private ConsoleMain() {}

  public static void main(String[] settings) {
    ConfigurableApplicationContext console = ConsoleApplication.run(settings);
    System.out.println(STARTED + console.getEnvironment().getProperty("local.server.port"));
  }
}
