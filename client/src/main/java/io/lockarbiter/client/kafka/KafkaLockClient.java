package io.lockarbiter.client.kafka;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ThreadLoop;
import io.lockarbiter.client.hold.CallbackThreads;
import io.lockarbiter.client.hold.HoldingLockClient;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.KafkaException;

/** Opens clients on Kafka. */
public final class KafkaLockClient {
  private final KafkaEdges edges;
  private final HoldingLockClient client;

  private KafkaLockClient(LockClientOptions options) {
    ClientAddress address = ClientAddress.of(options.name(), new SecureRandom());
    String threads = "lock-client-" + options.name();
    edges = new KafkaEdges(options, address, threads);
    ThreadLoop loop = new ThreadLoop(threads);
    CallbackThreads callbacks = CallbackThreads.of(options, threads + "-callbacks");
    client =
        new HoldingLockClient(
            options,
            address,
            loop,
            edges,
            callbacks,
            RandomGenerator.getDefault(),
            edges.and(loop, callbacks));
  }

  /**
   * Opens a client: connects, and looks up the ends of the events before it returns.
   *
   * @throws IllegalStateException if the arbiter's topics do not exist
   * @throws ArbiterUnreachableException if no broker answers within 15 s
   */
  public static LockClient open(LockClientOptions options) {
    KafkaLockClient opening = new KafkaLockClient(options);
    try {
      opening.edges.connect(opening.client, opening.client::opened);
    } catch (KafkaException e) {
      opening.client.close();
      throw unreachable(options, e);
    } catch (RuntimeException e) {
      opening.client.close();
      throw e;
    }
    return opening.client;
  }

  private static ArbiterUnreachableException unreachable(
      LockClientOptions options, KafkaException cause) {
    ArbiterUnreachableException unreachable =
        new ArbiterUnreachableException(
            "the lock client could not connect to bootstrap.servers=%s: %s. Look at the address, the brokers and this client's rights; openInBackground waits for them"
                .formatted(
                    options.kafka().get("bootstrap.servers"),
                    cause.getCause() == null ? cause.getMessage() : cause.getCause().getMessage()));
    unreachable.initCause(cause);
    return unreachable;
  }

  /**
   * Opens a client and returns at once; it connects in the background, with as many attempts as it
   * takes. For an application that starts before its brokers or its arbiter. Until then requests
   * wait, each at most {@link LockClientOptions#answerTimeout}, and {@link LockClient#health} gives
   * the reason. Even attempts that can never succeed, such as with a wrong setting, are repeated.
   */
  public static LockClient openInBackground(LockClientOptions options) {
    KafkaLockClient opening = new KafkaLockClient(options);
    opening.edges.connectInBackground(opening.client, opening.client::opened);
    return opening.client;
  }
}
