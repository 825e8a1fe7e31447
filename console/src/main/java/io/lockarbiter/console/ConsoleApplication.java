package io.lockarbiter.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;

/** The console as a process. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class ConsoleApplication {
  /**
   * Starts the console with settings from arguments, environment and configuration files. With
   * {@code user NAME ROLE} it prints a line of the users file instead, for the password on standard
   * input.
   */
  public static void main(String[] args) throws IOException {
    if (args.length > 0 && args[0].equals("user")) {
      System.exit(printUser(Arrays.copyOfRange(args, 1, args.length)));
    }
    run(args);
  }

  private static int printUser(String[] arguments) throws IOException {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
      System.out.println(UserLine.of(arguments, in));
      return 0;
    } catch (IllegalArgumentException e) {
      System.err.println("lockarbiter-console: " + e.getMessage());
      return 2;
    }
  }

  /** Starts the console inside another process, which also stops it. */
  public static ConfigurableApplicationContext run(String... args) {
    return new SpringApplicationBuilder(ConsoleApplication.class)
        .web(WebApplicationType.SERVLET)
        .registerShutdownHook(false)
        .logStartupInfo(false)
        // The configuration file has a name of its own: the arbiter's may be on the same class
        // path.
        .properties("spring.config.name=console")
        .run(args);
  }
}
