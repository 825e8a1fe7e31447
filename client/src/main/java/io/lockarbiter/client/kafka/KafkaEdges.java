package io.lockarbiter.client.kafka;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.EventSink;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.client.ask.ThreadLoop;
import io.lockarbiter.client.hold.CallbackThreads;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.schema.Topic;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's reader and sender, from the first attempt to connect. Internal, no API: the gateway
 * uses it too.
 */
public final class KafkaEdges implements CommandSender, ClientEdges {
  private static final Logger LOG = LoggerFactory.getLogger(LockClient.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final LockClientOptions options;
  private final ClientAddress address;
  private final String threads;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable KafkaEventReader reader;
  private volatile @Nullable KafkaCommandSender sender;
  private volatile @Nullable String failure;
  private @Nullable Thread connecting;

  /**
   * Edges that are not connected.
   *
   * @param threads the beginning of the names of their threads
   */
  public KafkaEdges(LockClientOptions options, ClientAddress address, String threads) {
    this.options = options;
    this.address = address;
    this.threads = threads;
  }

  /**
   * Finds the events, and starts reading the requested partitions.
   *
   * @param opened receives the number of partitions when commands may be sent
   * @throws IllegalStateException if the arbiter's topics do not exist
   * @throws org.apache.kafka.common.KafkaException if no broker answers
   */
  void connect(EventSink sink, IntConsumer opened) {
    KafkaEventReader found = reader();
    try {
      keep(found, sender());
    } catch (RuntimeException e) {
      found.close();
      throw e;
    }
    found.start(sink);
    opened.accept(found.partitions());
  }

  private synchronized void keep(KafkaEventReader in, KafkaCommandSender out) {
    if (stopped.getCount() == 0) {
      out.close();
      throw new IllegalStateException("the client was closed before it was connected");
    }
    reader = in;
    sender = out;
  }

  /**
   * Connects on a thread of its own, with as many attempts as it takes.
   *
   * @param opened receives the number of partitions when commands may be sent
   */
  public void connectInBackground(EventSink sink, IntConsumer opened) {
    Thread thread = new Thread(() -> connectAtLast(sink, opened), threads + "-connect");
    thread.setDaemon(true);
    connecting = thread;
    thread.start();
  }

  private void connectAtLast(EventSink sink, IntConsumer opened) {
    Duration pause = FIRST_PAUSE;
    try {
      while (!tryToConnect(sink, opened, pause)) {
        if (stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
      }
    } catch (InterruptedException e) {
      LOG.debug("the client is closed before it was connected");
    }
  }

  private boolean tryToConnect(EventSink sink, IntConsumer opened, Duration pause) {
    try {
      connect(sink, opened);
      if (failure != null) {
        LOG.info("the lock client is connected; requests that wait are sent");
      }
      failure = null;
      return true;
    } catch (RuntimeException | Error e) { // also a missing library; the health shows it
      if (stopped.getCount() > 0) {
        failure = text(e);
        LOG.warn(
            "the lock client is not connected, requests wait; trying again in {} ms: {}. Look at the brokers, bootstrap.servers and whether an arbiter has made its topics",
            pause.toMillis(),
            failure);
      }
      return false;
    }
  }

  /**
   * The message with its cause: if a client cannot be made, Kafka names the reason only in the
   * cause.
   */
  private static String text(Throwable e) {
    return e.getCause() == null ? e.toString() : e + ", by " + e.getCause();
  }

  private KafkaSettings settings() {
    return new KafkaSettings(options.kafka(), address.replyTo());
  }

  private KafkaEventReader reader() {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            settings().consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    try {
      return new KafkaEventReader(
          consumer,
          options.topicPrefix() + Topic.EVENTS.text(),
          address.filter(),
          threads + "-reader");
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  private KafkaCommandSender sender() {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            settings().producer(), new ByteArraySerializer(), new ByteArraySerializer());
    String topic = options.topicPrefix() + Topic.COMMANDS.text();
    return new KafkaCommandSender(producer, topic, System::nanoTime, threads + "-sender");
  }

  @Override
  public void send(AccountCommand command, Consumer<SendFailure> failed) {
    KafkaCommandSender now = sender;
    if (now == null) {
      failed.accept(new SendFailure("the client is not connected", /* isFinal= */ true));
    } else {
      now.send(command, failed);
    }
  }

  @Override
  public void read(int partition, Runnable reading) {
    KafkaEventReader now = reader;
    if (now != null) {
      now.read(partition, reading);
    }
  }

  @Override
  public State state() {
    KafkaEventReader now = reader;
    KafkaCommandSender out = sender;
    if (now == null || out == null) {
      return new State(failure, null, null, null, System.nanoTime(), null, null);
    }
    ReadProgress progress = now.progress();
    return new State(
        null,
        progress.failure(),
        out.lastFailure(),
        progress.recordsBehind(),
        progress.caughtUpAt(),
        progress.brokersAt(),
        progress.eventAt());
  }

  /** These edges together with a loop and threads, which are closed after them. */
  ClientEdges and(ThreadLoop loop, CallbackThreads callbacks) {
    return new ClientEdges() {
      @Override
      public State state() {
        return KafkaEdges.this.state();
      }

      @Override
      public void read(int partition, Runnable reading) {
        KafkaEdges.this.read(partition, reading);
      }

      @Override
      public void close() {
        KafkaEdges.this.close();
        loop.close();
        callbacks.close();
      }
    };
  }

  @Override
  public void close() {
    synchronized (this) {
      stopped.countDown();
    }
    stopConnecting();
    KafkaCommandSender out = sender;
    if (out != null) {
      out.close();
    }
    KafkaEventReader in = reader;
    if (in != null) {
      in.close();
    }
  }

  private void stopConnecting() {
    if (connecting != null) {
      connecting.interrupt();
      try {
        connecting.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
