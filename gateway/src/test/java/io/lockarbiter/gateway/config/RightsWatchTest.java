package io.lockarbiter.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.ApiKeys;
import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.access.Rules;
import io.lockarbiter.gateway.access.WatchedFile;
import io.lockarbiter.gateway.policy.OwnEngine;
import io.lockarbiter.gateway.policy.PolicyEngine;
import io.lockarbiter.gateway.policy.PolicyOptions;
import io.lockarbiter.gateway.policy.PolicyQuestion;
import io.lockarbiter.gateway.policy.PolicyStanding;
import io.lockarbiter.gateway.policy.PolicyWatch;
import io.lockarbiter.gateway.stream.EventHub;
import io.lockarbiter.gateway.stream.Standing;
import io.lockarbiter.gateway.stream.StreamBounds;
import io.lockarbiter.gateway.stream.StreamWish;
import io.lockarbiter.gateway.stream.StreamedEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RightsWatchTest {
  @TempDir private Path folder;

  @Test
  void streamThatThePolicyEngineDenies_ends() throws Exception {
    Path file = Files.write(folder.resolve("lines"), List.of("# none"));
    WatchedFile<Rules> lines = new WatchedFile<>(file, "lines", Rules::of);
    AtomicLong nanos = new AtomicLong();
    EventHub hub =
        new EventHub(new StreamBounds(1 << 20, 1 << 18, 10, 10), StreamedEvent::value, nanos::get);
    try (OwnEngine own = new OwnEngine()) {
      PolicyEngine engine =
          new PolicyEngine(
              new PolicyOptions(
                  own.address(), Set.of(Right.SEE), Duration.ofMinutes(1), Duration.ZERO, 8),
              nanos::get);
      PolicyQuestion question =
          new PolicyQuestion(
              Identity.ofKey("web", "hash"), "acme", "web", Right.SEE, null, null, List.of());
      PolicyStanding standing = new PolicyStanding(() -> null, question, nanos::get);
      hub.open(
          new StreamWish("web", "acme", "web", null, standing, member -> true, "", 0, null), null);
      RightsWatch watch = new RightsWatch(lines, lines, new PolicyWatch(engine, nanos::get), hub);
      own.answer = OwnEngine.DENIED;
      nanos.addAndGet(Duration.ofSeconds(10).toNanos());
      watch.look();
      await().until(() -> standing.ended() != null);
      long before = hub.unsentBytes();
      watch.look();
      assertThat(hub.unsentBytes()).as("and the end").isGreaterThan(before);
    }
  }

  @Test
  void changeOfKeysBeforeAFailureOfTheRules_endsStreamsTheNextTime() throws Exception {
    Path keysFile = Files.write(folder.resolve("keys"), List.of(ApiKeys.line("web", "secret")));
    Path rulesFile = Files.write(folder.resolve("rules"), List.of("web * self see"));
    AtomicBoolean fails = new AtomicBoolean();
    WatchedFile<ApiKeys> keys = new WatchedFile<>(keysFile, "keys", ApiKeys::of);
    WatchedFile<Rules> rules =
        new WatchedFile<>(
            rulesFile,
            "rules",
            lines -> {
              if (fails.getAndSet(false)) {
                throw new IllegalStateException("no memory");
              }
              return Rules.of(lines);
            });
    AtomicLong nanos = new AtomicLong();
    EventHub hub =
        new EventHub(new StreamBounds(1 << 20, 1 << 18, 10, 10), StreamedEvent::value, nanos::get);
    Access access = new Access(keys, rules, nanos::get);
    Identity web = Objects.requireNonNull(access.ofKey("secret"));
    hub.open(
        new StreamWish(
            "web",
            "acme",
            "web",
            null,
            () -> access.isStanding(web) ? null : Standing.CHANGED,
            member -> true,
            "",
            0,
            null),
        null);
    RightsWatch watch = new RightsWatch(keys, rules, null, hub);
    watch.look();
    assertThat(hub.unsentBytes()).as("the beginning").isBetween(1L, 150L);

    Files.write(keysFile, List.of(ApiKeys.line("web", "another")));
    Files.write(rulesFile, List.of("web * self see,ask"));
    fails.set(true);
    assertThatThrownBy(watch::look).isInstanceOf(IllegalStateException.class);
    Files.write(rulesFile, List.of("web * self see"));
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    watch.look();
    assertThat(hub.unsentBytes()).as("and the end").isGreaterThan(200);
  }
}
