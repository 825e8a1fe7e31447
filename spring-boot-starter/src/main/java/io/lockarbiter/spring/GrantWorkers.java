package io.lockarbiter.spring;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.work.FailureHandler;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.JobListener;
import io.lockarbiter.client.work.RetryPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the methods with {@link GrantListener}, and runs a worker for each. */
final class GrantWorkers implements SmartInitializingSingleton, SmartLifecycle {
  /** The phase of spring-kafka's listeners: last to start, first to stop. */
  private static final int PHASE = Integer.MAX_VALUE - 100;

  private final ConfigurableListableBeanFactory beans;
  private final LockClientProperties properties;
  private final KafkaSettingsSource kafka;
  private final ObjectProvider<LockClient> client;
  private final GrantWorkerStarter starter;
  private final ObjectProvider<GrantWorkerObserver> observers;
  private final List<GrantEndpoint> endpoints = new ArrayList<>();
  private final List<AutoCloseable> workers = new CopyOnWriteArrayList<>();

  GrantWorkers(
      ConfigurableListableBeanFactory beans,
      LockClientProperties properties,
      KafkaSettingsSource kafka,
      ObjectProvider<LockClient> client,
      GrantWorkerStarter starter,
      ObjectProvider<GrantWorkerObserver> observers) {
    this.beans = beans;
    this.properties = properties;
    this.kafka = kafka;
    this.client = client;
    this.starter = starter;
    this.observers = observers;
  }

  @Override
  public void afterSingletonsInstantiated() {
    for (String name : beans.getBeanDefinitionNames()) {
      if (!ScopedProxyUtils.isScopedTarget(name)) {
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, name);
        if (type != null && AnnotationUtils.isCandidateClass(type, GrantListener.class)) {
          find(name, type);
        }
      }
    }
  }

  private void find(String beanName, Class<?> type) {
    Map<Method, GrantListener> methods =
        MethodIntrospector.selectMethods(
            type,
            (MethodIntrospector.MetadataLookup<GrantListener>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, GrantListener.class));
    methods.forEach(
        (method, listener) -> endpoints.add(new GrantEndpoint(beans, beanName, method, listener)));
  }

  @Override
  public synchronized void start() {
    for (GrantEndpoint endpoint : endpoints) {
      workers.add(starter.start(client.getObject(), options(endpoint), endpoint.handler()));
    }
    observers.forEach(observer -> observer.started(running()));
  }

  private GrantWorkerOptions options(GrantEndpoint endpoint) {
    return endpoint
        .options(kafka.settings(), properties.worker().concurrency())
        .withTopicPrefix(properties.topicPrefix())
        .withStopTimeout(properties.worker().stopTimeout())
        .withListener(bean(JobListener.class, JobListener.NONE))
        .withRetries(bean(RetryPolicy.class, RetryPolicy.DEFAULT))
        .withFailureHandler(bean(FailureHandler.class, FailureHandler.NONE));
  }

  private <T> T bean(Class<T> type, T otherwise) {
    return beans.getBeanProvider(type).getIfAvailable(() -> otherwise);
  }

  /** The workers that were started, in any state. */
  List<GrantWorker> running() {
    return workers.stream()
        .filter(GrantWorker.class::isInstance)
        .map(GrantWorker.class::cast)
        .toList();
  }

  /** Stops all workers at once, because each may wait for its running methods. */
  @Override
  public synchronized void stop() {
    CompletableFuture.allOf(
            workers.stream()
                .map(
                    worker ->
                        CompletableFuture.runAsync(
                            () -> close(worker),
                            task -> new Thread(task, "grant-workers-stop").start()))
                .toArray(CompletableFuture<?>[]::new))
        .join();
    workers.clear();
  }

  private static void close(AutoCloseable worker) {
    try {
      worker.close();
    } catch (Exception e) {
      throw new IllegalStateException("a grant worker could not be stopped", e);
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return !workers.isEmpty();
  }

  @Override
  public boolean isAutoStartup() {
    return properties.worker().autoStartup();
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
