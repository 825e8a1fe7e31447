package io.lockarbiter.console.config;

import io.lockarbiter.console.api.PartitionSettings;
import io.lockarbiter.console.api.StreamLimit;
import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.console.kafka.EventFollower;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.security.RateLimit;
import io.lockarbiter.console.stream.AccountDirectory;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.LockViews;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that keep events and accounts in memory, and those that fill them. */
@Configuration(proxyBeanMethods = false)
class ConsoleConfiguration {
  private final ConsoleProperties properties;

  ConsoleConfiguration(ConsoleProperties properties) {
    this.properties = properties;
  }

  @Bean(destroyMethod = "")
  EventHub eventHub(ConsoleTopics topics) {
    return new EventHub(
        topics.partitions(), properties.ringEvents(), properties.ringBytes(), System::nanoTime);
  }

  @Bean
  AccountMirrors accountMirrors(EventHub hub, AccountPages pages) {
    return new AccountMirrors(hub, pages, properties.mirrorBytes(), System::nanoTime);
  }

  @Bean
  AccountDirectory accountDirectory(EventHub hub) {
    return new AccountDirectory(hub);
  }

  @Bean
  PartitionSettings partitionSettings(LockViews views) {
    return new PartitionSettings(views);
  }

  @Bean
  StreamLimit streamLimit() {
    return new StreamLimit(properties.streams(), properties.streamsPerReader(), System::nanoTime);
  }

  @Bean
  RateLimit forceLimit() {
    return new RateLimit(properties.forcesPerMinute(), System::nanoTime);
  }

  /** Ends the streams first; otherwise the server would wait for them when it stops. */
  @Bean
  SmartLifecycle endOfStreams(EventHub hub) {
    return new EndOfStreams(hub);
  }

  /** Begins to read once all listeners are registered. */
  @Bean
  SmartLifecycle following(ObjectProvider<EventFollower> follower, AccountMirrors mirrors) {
    return new Following(follower.getIfAvailable(), mirrors);
  }
}
