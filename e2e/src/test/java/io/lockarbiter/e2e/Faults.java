package io.lockarbiter.e2e;

import io.lockarbiter.arbiter.kafka.ConsumerSource;
import io.lockarbiter.arbiter.kafka.ProducerSource;
import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Injects faults into an arbiter: code that runs before or after each call of its store, its
 * producers or its consumers in the group, and that may throw or wait.
 */
final class Faults {
  /** Runs around calls. */
  interface Fault {
    /**
     * Runs before or after the call {@code name} of the store or a client; an exception replaces
     * the answer of the call.
     */
    void pass(String name, boolean after);
  }

  private final CopyOnWriteArrayList<Fault> faults = new CopyOnWriteArrayList<>();
  private volatile CallBounds bounds = CallBounds.DEFAULT;
  private volatile BooleanSupplier losesTicks = () -> false;

  Faults with(Fault fault) {
    faults.add(fault);
    return this;
  }

  /** Limits the work of each call to Redis, see {@link RedisLockStore}. */
  Faults limitCallsTo(CallBounds least) {
    bounds = least;
    return this;
  }

  /** Lets no tick reach the log while that is so. */
  Faults loseTicks(BooleanSupplier lost) {
    losesTicks = lost;
    return this;
  }

  /**
   * Wraps the store, the producers and the consumers.
   *
   * @param beans contains the store's parts
   */
  BeanPostProcessor asPostProcessor(BeanFactory beans) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof LockStore store) {
          return around(LockStore.class, limited(store, beans));
        }
        if (bean instanceof ProducerSource source) {
          return (ProducerSource) id -> producer(source.open(id));
        }
        if (bean instanceof ConsumerSource source) {
          return (ConsumerSource) id -> consumer(source.open(id));
        }
        if (bean instanceof CommandAppender appender) {
          return losing(appender);
        }
        return bean;
      }
    };
  }

  private CommandAppender losing(CommandAppender appender) {
    return (partition, command) ->
        command instanceof Tick && losesTicks.getAsBoolean()
            ? new CompletableFuture<>()
            : appender.append(partition, command);
  }

  private LockStore limited(LockStore store, BeanFactory beans) {
    if (bounds.equals(CallBounds.DEFAULT)) {
      return store;
    }
    LogIdentity identity = beans.getBean(LogIdentity.class);
    return new RedisLockStore(
        beans.getBean(RedissonClient.class),
        identity.groupId(),
        identity,
        Duration.ofSeconds(2),
        bounds);
  }

  @SuppressWarnings("unchecked")
  private Producer<byte[], byte[]> producer(Producer<byte[], byte[]> producer) {
    return around(Producer.class, producer);
  }

  @SuppressWarnings("unchecked")
  private Consumer<byte[], byte[]> consumer(Consumer<byte[], byte[]> consumer) {
    return around(Consumer.class, consumer);
  }

  private <T> T around(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(target, method, arguments)));
  }

  private Object call(Object target, Method method, Object[] arguments) throws Throwable {
    faults.forEach(fault -> fault.pass(method.getName(), false));
    Object answer;
    try {
      answer = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    faults.forEach(fault -> fault.pass(method.getName(), true));
    return answer;
  }
}
