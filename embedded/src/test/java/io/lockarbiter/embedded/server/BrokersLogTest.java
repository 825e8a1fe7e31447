package io.lockarbiter.embedded.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LoggingSystem;

class BrokersLogTest {
  @AfterEach
  void letOthersSetItUp() {
    LoggingSystem.get(getClass().getClassLoader()).cleanUp();
  }

  @Test
  void log_isNotSetUpAgainByTheFirstApplication() {
    BrokersLog.setUp(null);
    Appender<ILoggingEvent> first = appender();
    SpringApplication application = new SpringApplication(BrokersLogTest.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.addInitializers(context -> assertThat(appender()).isSameAs(first));
    application.run("--spring.main.banner-mode=off").close();
  }

  private static Appender<ILoggingEvent> appender() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    return root.iteratorForAppenders().next();
  }
}
