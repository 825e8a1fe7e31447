package io.lockarbiter.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.work.FailureHandler;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobListener;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.client.work.RetryPolicy;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.testing.FakeArbiter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class GrantListenerTest {
  private record Started(GrantWorkerOptions options, GrantHandler handler) {}

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient client = arbiter.client("worker");
  private final Map<String, Started> started = new ConcurrentHashMap<>();
  private final List<String> stopped = new ArrayList<>();

  private final GrantWorkerStarter starter =
      (locks, options, handler) -> {
        started.put(options.pool(), new Started(options, handler));
        return () -> {
          synchronized (stopped) {
            stopped.add(options.pool());
          }
        };
      };

  private final ApplicationContextRunner context =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  KafkaAutoConfiguration.class, LockClientAutoConfiguration.class))
          .withBean(LockClient.class, () -> client)
          .withBean(GrantWorkerStarter.class, () -> starter)
          .withPropertyValues(
              "spring.kafka.bootstrap-servers=broker:9092",
              "lockarbiter.client.topic-prefix=prod.",
              "lockarbiter.client.worker.concurrency=3",
              "lockarbiter.client.worker.stop-timeout=4s",
              "pool=thumbnails");

  static class Uploads {
    final List<String> calls = new ArrayList<>();

    @GrantListener(value = "uploads", group = "mine", concurrency = "${places:8}")
    void upload(Job job, Lease lease, LockDetails lock, FencingAction action) {
      assertThat(action).isEqualTo(FencingAction.of(lease));
      assertThat(lock).isSameAs(lease.lock());
      calls.add("upload " + job.attribute("id"));
    }

    @GrantListener("${pool}")
    JobOutcome thumbnail(Job job) throws IOException {
      if (job.attribute("id") == null) {
        throw new IOException("no id");
      }
      return JobOutcome.GONE;
    }

    void noListener(Job job) {
      calls.add("never " + job.lockId());
    }
  }

  static class WrongParameter {
    @GrantListener("wrong")
    void upload(String path) {
      throw new AssertionError(path);
    }
  }

  @Test
  void annotatedMethods_areWorkersFromStartToStop() {
    JobListener listener = new JobListener() {};
    RetryPolicy retries = RetryPolicy.attempts(3);
    FailureHandler failures = (job, failure) -> {};
    context
        .withBean(Uploads.class)
        .withBean(JobListener.class, () -> listener)
        .withBean(RetryPolicy.class, () -> retries)
        .withBean(FailureHandler.class, () -> failures)
        .run(
            running -> {
              assertThat(started).containsOnlyKeys("uploads", "thumbnails");
              GrantWorkerOptions uploads = options("uploads");
              assertThat(uploads.group()).isEqualTo("mine");
              assertThat(options("thumbnails").group()).isEqualTo("prod.lock.pool.thumbnails");
              assertThat(uploads.concurrency()).isEqualTo(8);
              assertThat(uploads.topicPrefix()).isEqualTo("prod.");
              assertThat(uploads.stopTimeout()).isEqualTo(Duration.ofSeconds(4));
              assertThat(uploads.listener()).isSameAs(listener);
              assertThat(uploads.retries()).isSameAs(retries);
              assertThat(uploads.failureHandler()).isSameAs(failures);
              assertThat(uploads.kafka()).containsKey("bootstrap.servers");
              assertThat(options("thumbnails").concurrency()).isEqualTo(3);
              assertThat(stopped).isEmpty();
            });
    assertThat(stopped).containsExactlyInAnyOrder("uploads", "thumbnails");
  }

  @Test
  void method_isCalledWithWhatItAsksFor() {
    context
        .withBean(Uploads.class)
        .run(
            running -> {
              Job job = job(LockRequest.upload("acme", "u1", "/a").attribute("id", "7"));
              assertThat(handler("uploads").handle(job)).isEqualTo(JobOutcome.DONE);
              assertThat(running.getBean(Uploads.class).calls).containsExactly("upload 7");
              assertThat(handler("thumbnails").handle(job)).isEqualTo(JobOutcome.GONE);
              Job bad = job(LockRequest.upload("acme", "u1", "/b"));
              assertThatThrownBy(() -> handler("thumbnails").handle(bad))
                  .isInstanceOf(IOException.class)
                  .hasMessage("no id");
            });
  }

  @Test
  void proxiedBean_isCalledThroughItsProxy() {
    Uploads target = new Uploads();
    List<String> advised = new ArrayList<>();
    ProxyFactory proxies = new ProxyFactory(target);
    proxies.setProxyTargetClass(true);
    proxies.addAdvice(
        (org.aopalliance.intercept.MethodInterceptor)
            call -> {
              advised.add(call.getMethod().getName());
              return call.proceed();
            });
    context
        .withBean("uploads", Uploads.class, () -> (Uploads) proxies.getProxy())
        .run(
            running -> {
              handler("uploads")
                  .handle(job(LockRequest.upload("acme", "u1", "/a").attribute("id", "7")));
              assertThat(advised).containsExactly("upload");
              assertThat(target.calls).containsExactly("upload 7");
            });
  }

  @Test
  void wrongMethods_areRefusedAtStart() {
    context
        .withBean(WrongParameter.class)
        .run(
            failed ->
                assertThat(failed)
                    .getFailure()
                    .hasMessageContaining("WrongParameter.upload")
                    .hasMessageContaining("expected parameters Job, Lease, LockDetails"));
    context
        .withBean(Uploads.class)
        .withPropertyValues("places=many")
        .run(
            failed ->
                assertThat(failed)
                    .getFailure()
                    .hasStackTraceContaining("concurrency=many, expected a number"));
  }

  @Test
  void noAutoStartup_startsNothing() {
    context
        .withBean(Uploads.class)
        .withPropertyValues("lockarbiter.client.worker.auto-startup=false")
        .run(running -> assertThat(started).isEmpty());
  }

  private GrantWorkerOptions options(String pool) {
    return started(pool).options();
  }

  private GrantHandler handler(String pool) {
    return started(pool).handler();
  }

  private Started started(String pool) {
    Started worker = started.get(pool);
    if (worker == null) {
      throw new AssertionError(pool + " was not started: " + started.keySet());
    }
    return worker;
  }

  private Job job(LockRequest request) {
    String lockId = client.submit("any", request).submitted().join();
    return new Job(client.adopt("acme", lockId, new Owner("u1", lockId)).join(), 1);
  }
}
