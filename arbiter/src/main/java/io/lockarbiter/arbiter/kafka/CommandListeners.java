package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.PartitionServices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.event.ConsumerStoppedEvent;
import org.springframework.kafka.event.ListenerContainerIdleEvent;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/**
 * The listener threads of this instance. Each has a container and a listener of its own, so they
 * share nothing but what is made for many threads. A stop lets every thread finish the batch in
 * hand.
 */
public final class CommandListeners implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(CommandListeners.class);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration AUTH_RETRY = Duration.ofSeconds(10);
  private static final Duration STOP = Duration.ofSeconds(25);

  private final ConsumerFactory<byte[], byte[]> consumers;
  private final PartitionServices services;
  private final KafkaServices kafka;
  private final Supplier<LogReader> logs;
  private final String name;
  private final int concurrency;
  private final List<KafkaMessageListenerContainer<byte[], byte[]>> containers = new ArrayList<>();

  /**
   * Listener threads that do not run yet.
   *
   * @param logs makes a reader for each thread
   * @param name of the group; stands in the names of threads and clients
   */
  public CommandListeners(
      ConsumerFactory<byte[], byte[]> consumers,
      PartitionServices services,
      KafkaServices kafka,
      Supplier<LogReader> logs,
      String name,
      int concurrency) {
    this.consumers = consumers;
    this.services = services;
    this.kafka = kafka;
    this.logs = logs;
    this.name = name;
    this.concurrency = concurrency;
  }

  @Override
  public synchronized void start() {
    for (int i = 0; i < concurrency; i++) {
      KafkaMessageListenerContainer<byte[], byte[]> container = container(i);
      containers.add(container);
      container.start();
    }
  }

  private KafkaMessageListenerContainer<byte[], byte[]> container(int number) {
    CommandListener listener = new CommandListener(services, kafka, logs.get());
    ContainerProperties properties = new ContainerProperties(kafka.topics().commands());
    properties.setGroupId(name);
    properties.setClientId(name + "-" + number);
    properties.setMessageListener(listener);
    properties.setConsumerRebalanceListener(listener);
    properties.setAckMode(ContainerProperties.AckMode.MANUAL);
    properties.setAssignmentCommitOption(ContainerProperties.AssignmentCommitOption.NEVER);
    properties.setPollTimeout(POLL.toMillis());
    properties.setIdleEventInterval(POLL.toMillis() / 2);
    properties.setIdleBeforeDataMultiplier(1);
    properties.setAuthExceptionRetryInterval(AUTH_RETRY);
    properties.setShutdownTimeout(STOP.toMillis());
    KafkaMessageListenerContainer<byte[], byte[]> container =
        new KafkaMessageListenerContainer<>(consumers, properties);
    container.setBeanName(name + "-" + number);
    container.setCommonErrorHandler(new ListenerErrorHandler(listener));
    container.setApplicationEventPublisher(event -> onEvent(listener, event));
    return container;
  }

  private static void onEvent(CommandListener listener, Object event) {
    if (event instanceof ListenerContainerIdleEvent) {
      listener.attend();
    } else if (event instanceof ConsumerStoppedEvent) {
      listener.close();
    }
  }

  @Override
  public synchronized void stop() {
    CountDownLatch stopped = new CountDownLatch(containers.size());
    containers.forEach(container -> container.stop(stopped::countDown));
    try {
      if (!stopped.await(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("{} listener threads did not stop in time", stopped.getCount());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    containers.clear();
  }

  @Override
  public synchronized boolean isRunning() {
    return !containers.isEmpty();
  }

  /** Threads that have ended by themselves; their partitions are other threads' now. */
  public synchronized long dead() {
    return containers.stream().filter(container -> !container.isRunning()).count();
  }
}
