package io.lockarbiter.console.pages;

import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.console.kafka.LifeReader;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.testing.Browser;
import java.time.InstantSource;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;

/** The beans of all tests of pages: a log to look back into, one browser, and its user. */
@TestConfiguration(proxyBeanMethods = false)
class PageServices {
  @Bean
  EventLog eventLog(ConsoleTopics topics, EventHub hub) {
    return new EventLog(topics, hub);
  }

  @Bean
  @Primary
  LifeReader readerOfTheLog(ConsoleTopics topics, EventLog log) {
    return new LifeReader(log::consumer, topics, InstantSource.system());
  }

  @Bean
  Browser browser() {
    return new Browser();
  }

  @Bean
  Visitor visitor(Browser browser, Environment environment) {
    return new Visitor(browser, environment);
  }
}
