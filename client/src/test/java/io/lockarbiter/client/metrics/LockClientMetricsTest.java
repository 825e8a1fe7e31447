package io.lockarbiter.client.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.testing.FakeArbiter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockClientMetricsTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");
  private static final LockRequest DELETE = LockRequest.delete("acme", "u2", "/a");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient client =
      arbiter.client(
          FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run));
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @BeforeEach
  void bind() {
    new LockClientMetrics(client, Tags.of("client", "gateway")).bindTo(registry);
  }

  private double count(String name, String... tags) {
    return registry.get("lockarbiter.client." + name).tags(tags).functionCounter().count();
  }

  private double gauge(String name) {
    return registry.get("lockarbiter.client." + name).gauge().value();
  }

  @Test
  void meters_tellWhatWasAskedAndWhatBecameOfIt() {
    Lease lease = client.acquireAsync(UPLOAD).join();
    assertThat(client.acquireAsync(DELETE)).isCompletedExceptionally();
    assertThat(client.submit("thumbnails", DELETE).submitted()).isCompletedExceptionally();
    client.acquireAsync(DELETE.waitingUpTo(Duration.ofMinutes(10)));
    assertThat(gauge("leases")).isEqualTo(1);
    arbiter.pass(Duration.ofSeconds(60));
    var unused = lease.release();
    arbiter.stop();
    client.acquireAsync(UPLOAD);
    assertThat(gauge("in.flight")).isEqualTo(1);
    arbiter.pass(Duration.ofSeconds(46));

    assertThat(count("asked")).isEqualTo(5);
    assertThat(count("granted")).isEqualTo(2);
    assertThat(count("renewals")).isGreaterThan(5);
    assertThat(count("refused", "reason", "CONFLICT")).isEqualTo(2);
    assertThat(count("refused", "reason", "DEADLOCK")).isZero();
    assertThat(count("lost", "reason", "unreachable")).isEqualTo(1);
    assertThat(count("lost", "reason", "forced")).isZero();
    assertThat(count("unanswered")).isEqualTo(1);
    var wait = registry.get("lockarbiter.client.wait").functionTimer();
    assertThat(wait.count()).isEqualTo(2);
    assertThat(wait.totalTime(TimeUnit.SECONDS)).isEqualTo(60);
    var hold = registry.get("lockarbiter.client.hold").functionTimer();
    assertThat(hold.count()).isEqualTo(2);
    assertThat(hold.totalTime(TimeUnit.SECONDS)).isBetween(85.0, 92.0);
  }

  @Test
  void meters_areAsManyWhateverHappens() {
    int before = registry.getMeters().size();
    for (int n = 0; n < 100; n++) {
      client.acquireAsync(LockRequest.upload("account-" + n, "u" + n, "/file-" + n));
    }

    assertThat(registry.getMeters()).hasSize(before).hasSizeLessThan(40);
    assertThat(registry.getMeters())
        .extracting(Meter::getId)
        .allSatisfy(id -> assertThat(id.getDescription()).isNotBlank())
        .allSatisfy(id -> assertThat(id.getTag("client")).isEqualTo("gateway"));
  }
}
