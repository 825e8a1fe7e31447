package io.lockarbiter.client.kafka;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ThreadLoop;
import io.lockarbiter.client.hold.CallbackThreads;
import io.lockarbiter.client.hold.HoldingLockClient;
import io.lockarbiter.contracts.schema.Topic;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Opens clients on Kafka. */
public final class KafkaLockClient {
  private KafkaLockClient() {}

  /**
   * Connects, and resolves the ends of the events before it returns.
   *
   * @throws IllegalStateException if the arbiter's topics do not exist
   * @throws KafkaException if no broker answers
   */
  public static LockClient open(LockClientOptions options) {
    ClientAddress address = ClientAddress.of(options.name(), new SecureRandom());
    String threads = "lock-client-" + options.name();
    KafkaConsumer<byte[], byte[]> consumer = consumer(options);
    KafkaEventReader reader = reader(options, address, consumer, threads + "-reader");
    KafkaCommandSender sender = sender(options, reader, threads + "-sender");
    ThreadLoop loop = new ThreadLoop(threads);
    CallbackThreads callbacks = CallbackThreads.of(options, threads + "-callbacks");
    HoldingLockClient client =
        new HoldingLockClient(
            options,
            address,
            reader.partitions(),
            loop,
            sender,
            callbacks,
            RandomGenerator.getDefault(),
            () -> {
              sender.close();
              reader.close();
              loop.close();
              callbacks.close();
            });
    reader.start(client);
    return client;
  }

  private static KafkaEventReader reader(
      LockClientOptions options,
      ClientAddress address,
      KafkaConsumer<byte[], byte[]> consumer,
      String threadName) {
    try {
      return new KafkaEventReader(
          consumer, options.topicPrefix() + Topic.EVENTS.text(), address.filter(), threadName);
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  private static KafkaConsumer<byte[], byte[]> consumer(LockClientOptions options) {
    return new KafkaConsumer<>(
        new KafkaSettings(options.kafka()).consumer(),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private static KafkaCommandSender sender(
      LockClientOptions options, KafkaEventReader reader, String threadName) {
    try {
      KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(
              new KafkaSettings(options.kafka()).producer(),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      String topic = options.topicPrefix() + Topic.COMMANDS.text();
      return new KafkaCommandSender(producer, topic, System::nanoTime, threadName);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }
}
