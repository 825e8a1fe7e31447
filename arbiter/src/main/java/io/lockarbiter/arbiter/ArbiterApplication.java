package io.lockarbiter.arbiter;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The arbiter as a process; ends with a non-zero status if a start-up check refuses. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class ArbiterApplication {
  /** Starts the arbiter with settings from arguments, environment and configuration files. */
  public static void main(String[] args) {
    SpringApplication.run(ArbiterApplication.class, args);
  }
}
