package io.lockarbiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServeArgumentsTest {
  @Test
  void addressesAndSettings_becomeProperties() {
    assertThat(
            ServeArguments.of(
                "k1:9092,k2:9092",
                "rediss://r:6380",
                List.of("--lockarbiter.concurrency=8", "--server.port="),
                Set.of()))
        .containsExactly(
            "--spring.kafka.bootstrap-servers=k1:9092,k2:9092",
            "--lockarbiter.redis.addresses=rediss://r:6380",
            "--lockarbiter.concurrency=8",
            "--server.port=");
  }

  @Test
  void login_isKeptOutOfTheAddress() {
    assertThat(ServeArguments.of("k:9092", "redis://ops:s3:cret@r:6379", List.of(), Set.of()))
        .contains(
            "--lockarbiter.redis.addresses=redis://r:6379",
            "--lockarbiter.redis.username=ops",
            "--lockarbiter.redis.password=s3:cret");
  }

  @Test
  void passwordAlone_needsNoName() {
    assertThat(ServeArguments.of("k:9092", "redis://:secret@r:6379", List.of(), Set.of()))
        .contains("--lockarbiter.redis.password=secret")
        .noneMatch(argument -> argument.contains("username"));
  }

  @Test
  void addressesInTheEnvironment_needNotBeSaidAgain() {
    Set<String> environment =
        Set.of("SPRING_KAFKA_BOOTSTRAP_SERVERS", "LOCKARBITER_REDIS_ADDRESSES");

    assertThat(ServeArguments.of(null, null, List.of(), environment)).isEmpty();
    assertThat(
            ServeArguments.of(null, null, List.of(), Set.of("SPRING_CONFIG_ADDITIONAL_LOCATION")))
        .isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ServeArguments.of(null, null, List.of(), Set.of("SPRING_KAFKA_BOOTSTRAP_SERVERS")))
        .withMessage("Missing required options: '--redis=URL'");
  }
}
