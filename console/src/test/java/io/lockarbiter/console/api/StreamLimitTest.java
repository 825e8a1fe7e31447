package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class StreamLimitTest {
  private final StreamLimit limit = new StreamLimit(3, 2);

  private HttpStatus refusal(String reader) {
    return catchThrowableOfType(Refused.class, () -> limit.acquire(reader)).status();
  }

  @Test
  void readerWithAllHisPlaces_isRefused_andNobodyElse() {
    limit.acquire("olga");
    limit.acquire("olga");
    assertThat(refusal("olga")).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
    limit.acquire("vera");
    assertThat(refusal("vera")).as("no place is left").isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
  }

  @Test
  void placeGivenBack_isFree() {
    limit.acquire("olga");
    limit.acquire("olga");
    limit.acquire("vera");
    limit.release("olga");
    limit.acquire("olga");
    limit.release("vera");
    limit.acquire("vera");
    assertThat(refusal("olga")).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
  }
}
