package io.lockarbiter.sandbox.e2e;

import io.lockarbiter.arbiter.publish.ProducerSource;
import io.lockarbiter.lua.store.LockStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * What can be made to go wrong inside an arbiter: something runs before or after a call of its
 * store or its producers, and may throw or wait.
 */
final class Faults {
  /** Runs around calls. */
  interface Fault {
    /** The call {@code name} of the store or a producer is about to be made. */
    default void before(String name) {}

    /** The call was made; what is thrown here replaces its answer. */
    default void after(String name) {}
  }

  private final CopyOnWriteArrayList<Fault> faults = new CopyOnWriteArrayList<>();

  void add(Fault fault) {
    faults.add(fault);
  }

  void clear() {
    faults.clear();
  }

  BeanPostProcessor asPostProcessor() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof LockStore store) {
          return around(LockStore.class, store);
        }
        if (bean instanceof ProducerSource source) {
          return (ProducerSource) id -> producer(source.open(id));
        }
        return bean;
      }
    };
  }

  @SuppressWarnings("unchecked")
  private Producer<byte[], byte[]> producer(Producer<byte[], byte[]> producer) {
    return around(Producer.class, producer);
  }

  private <T> T around(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(target, method, arguments)));
  }

  private Object call(Object target, Method method, Object[] arguments) throws Throwable {
    faults.forEach(fault -> fault.before(method.getName()));
    Object answer;
    try {
      answer = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    faults.forEach(fault -> fault.after(method.getName()));
    return answer;
  }
}
