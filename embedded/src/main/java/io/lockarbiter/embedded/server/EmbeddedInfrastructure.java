package io.lockarbiter.embedded.server;

/**
 * A broker in this JVM and a Redis process beside it.
 *
 * @param kafka the broker
 * @param redis the Redis process
 */
public record EmbeddedInfrastructure(EmbeddedKafka kafka, EmbeddedRedis redis)
    implements StartedInfrastructure {

  /** Starts both on free ports, with nothing stored. */
  public static EmbeddedInfrastructure start() {
    return start(KafkaOptions.DEFAULT, RedisOptions.DEFAULT);
  }

  /** Starts both. */
  public static EmbeddedInfrastructure start(KafkaOptions kafka, RedisOptions redis) {
    EmbeddedRedis server = EmbeddedRedis.start(redis);
    try {
      return new EmbeddedInfrastructure(EmbeddedKafka.start(kafka), server);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }
}
