package io.lockarbiter.console;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;

/** The console as a process. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class ConsoleApplication {
  /** Starts the console with settings from arguments, environment and configuration files. */
  public static void main(String[] args) {
    run(args);
  }

  /** The same inside another process, which ends it. */
  public static ConfigurableApplicationContext run(String... args) {
    return new SpringApplicationBuilder(ConsoleApplication.class)
        .web(WebApplicationType.SERVLET)
        .registerShutdownHook(false)
        .logStartupInfo(false)
        // A file of its own name: the arbiter's may be on the same class path.
        .properties("spring.config.name=console")
        .run(args);
  }
}
