package io.lockarbiter.gateway;

import io.lockarbiter.gateway.access.ApiKeys;
import io.lockarbiter.gateway.access.Subject;
import java.security.SecureRandom;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;

/** The gateway as a process. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class GatewayApplication {
  /**
   * Starts the gateway with settings from arguments, environment and configuration files. With
   * {@code key SUBJECT} it makes a key instead: the key on standard error, which is shown once, and
   * the line of the keys file on standard output.
   */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("key")) {
      System.exit(makeKey(args.length == 2 ? args[1] : ""));
    }
    run(args);
  }

  /**
   * Makes a key and prints it, and its line of the keys file.
   *
   * @return the exit code
   */
  public static int makeKey(String subject) {
    if (!Subject.isValid(subject)) {
      System.err.println(
          "no key was made: expected key SUBJECT, a name of 1 to 64 of A-Z a-z 0-9 . _ @ -, beginning with a letter or digit");
      return 2;
    }
    String key = ApiKeys.generate(new SecureRandom());
    System.err.println("The key, which is shown this once: " + key);
    System.out.println(ApiKeys.line(subject, key));
    return 0;
  }

  /** Starts the gateway inside another process, which also stops it. */
  public static ConfigurableApplicationContext run(String... args) {
    return new SpringApplicationBuilder(GatewayApplication.class)
        .web(WebApplicationType.REACTIVE)
        .registerShutdownHook(false)
        .logStartupInfo(false)
        // The configuration file has a name of its own: others may be on the same class path.
        .properties("spring.config.name=gateway")
        .run(args);
  }
}
