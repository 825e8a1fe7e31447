package io.lockarbiter.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServeArgumentsTest {
  @Test
  void addressesAndSettings_becomeProperties() {
    assertThat(
            ServeArguments.of(
                "k1:9092,k2:9092",
                "rediss://r:6380",
                List.of("--lockarbiter.concurrency=8", "--server.port=")))
        .containsExactly(
            "--spring.kafka.bootstrap-servers=k1:9092,k2:9092",
            "--lockarbiter.redis.addresses=rediss://r:6380",
            "--lockarbiter.concurrency=8",
            "--server.port=");
  }

  @Test
  void login_isKeptOutOfTheAddress() {
    assertThat(ServeArguments.of("k:9092", "redis://ops:s3:cret@r:6379", List.of()))
        .contains(
            "--lockarbiter.redis.addresses=redis://r:6379",
            "--lockarbiter.redis.username=ops",
            "--lockarbiter.redis.password=s3:cret");
  }

  @Test
  void passwordAlone_needsNoName() {
    assertThat(ServeArguments.of("k:9092", "redis://:secret@r:6379", List.of()))
        .contains("--lockarbiter.redis.password=secret")
        .noneMatch(argument -> argument.contains("username"));
  }
}
