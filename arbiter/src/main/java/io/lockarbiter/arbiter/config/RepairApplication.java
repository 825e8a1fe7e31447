package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.kafka.KafkaServices;
import io.lockarbiter.arbiter.kafka.ProducerAppender;
import io.lockarbiter.arbiter.kafka.RepairedPartition;
import io.lockarbiter.arbiter.repair.Repair;
import io.lockarbiter.lua.store.LockStore;
import java.time.InstantSource;
import java.util.function.IntFunction;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Repairs partitions: it has the settings, the connections and the checks of the arbiter, but
 * decides nothing.
 */
@ImportAutoConfiguration({KafkaAutoConfiguration.class, SslAutoConfiguration.class})
@EnableConfigurationProperties(ArbiterProperties.class)
@Import(ServicesConfiguration.class)
public class RepairApplication {
  /** Makes a repair for each partition. */
  public interface Repairs extends IntFunction<Repair>, AutoCloseable {
    @Override
    void close();
  }

  @Bean
  Repairs repairs(LockStore store, KafkaServices kafka, ProducerAppender appender) {
    return new Repairs() {
      @Override
      public Repair apply(int partition) {
        return new Repair(
            kafka.deployment(),
            partition,
            store,
            new RepairedPartition(kafka, appender, partition),
            InstantSource.system());
      }

      @Override
      public void close() {
        kafka.readers().close();
      }
    };
  }
}
