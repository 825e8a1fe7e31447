package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.console.ConsoleApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A console in a process of its own; runs until it is ended. */
public final class ConsoleMain {
  /** Stands before its port in what it writes. */
  public static final String STARTED = "console started on port ";

  private ConsoleMain() {}

  /** Starts it with these settings. */
  public static void main(String[] settings) {
    ConfigurableApplicationContext console = ConsoleApplication.run(settings);
    System.out.println(STARTED + console.getEnvironment().getProperty("local.server.port"));
  }
}
