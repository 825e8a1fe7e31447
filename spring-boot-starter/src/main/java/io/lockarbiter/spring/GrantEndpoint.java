package io.lockarbiter.spring;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ReflectionUtils;

/** One method with {@link GrantListener}: its parameters and its call. */
final class GrantEndpoint {
  private static final Map<Class<?>, Function<Job, Object>> ARGUMENTS =
      Map.of(
          Job.class, job -> job,
          Lease.class, Job::lease,
          LockDetails.class, Job::lock,
          FencingAction.class, Job::fencing);

  private final ConfigurableBeanFactory beans;
  private final String beanName;
  private final Method method;
  private final GrantListener listener;

  GrantEndpoint(
      ConfigurableBeanFactory beans, String beanName, Method method, GrantListener listener) {
    this.beans = beans;
    this.beanName = beanName;
    this.method = method;
    this.listener = listener;
    check();
  }

  private void check() {
    Class<?> result = method.getReturnType();
    if (!ARGUMENTS.keySet().containsAll(Arrays.asList(method.getParameterTypes()))
        || (result != void.class && result != JobOutcome.class)) {
      throw refused(
          "expected parameters Job, Lease, LockDetails or FencingAction and a result void or JobOutcome; it cannot be called");
    }
  }

  private IllegalStateException refused(String why) {
    return new IllegalStateException("@GrantListener method=" + method + " " + why);
  }

  /** The options of its worker that the annotation sets. */
  GrantWorkerOptions options(Map<String, Object> kafka, int concurrency) {
    GrantWorkerOptions options =
        GrantWorkerOptions.of(kafka, resolved(listener.value()))
            .withConcurrency(concurrency(concurrency));
    String group = resolved(listener.group());
    return group.isEmpty() ? options : options.withGroup(group);
  }

  private int concurrency(int otherwise) {
    String concurrency = resolved(listener.concurrency());
    try {
      return concurrency.isEmpty() ? otherwise : Integer.parseInt(concurrency);
    } catch (NumberFormatException e) {
      throw new IllegalStateException(
          "@GrantListener method=%s concurrency=%s, expected a number"
              .formatted(method, concurrency),
          e);
    }
  }

  GrantHandler handler() {
    Object bean = beans.getBean(beanName);
    Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
    ReflectionUtils.makeAccessible(invocable);
    return job -> {
      Object[] arguments =
          Arrays.stream(invocable.getParameterTypes())
              .map(type -> Objects.requireNonNull(ARGUMENTS.get(type)).apply(job))
              .toArray();
      return call(invocable, bean, arguments);
    };
  }

  private static JobOutcome call(Method method, Object bean, Object[] arguments) throws Exception {
    try {
      Object outcome = method.invoke(bean, arguments);
      return outcome == null ? JobOutcome.DONE : (JobOutcome) outcome;
    } catch (InvocationTargetException e) {
      ReflectionUtils.rethrowException(e.getTargetException());
      throw e;
    }
  }

  private String resolved(String text) {
    return Objects.requireNonNullElse(beans.resolveEmbeddedValue(text), text);
  }
}
