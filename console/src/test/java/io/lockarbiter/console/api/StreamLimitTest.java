package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.console.api.StreamLimit.End;
import io.lockarbiter.console.api.StreamLimit.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class StreamLimitTest {
  private final AtomicLong nanoTime = new AtomicLong();
  private final StreamLimit limit = new StreamLimit(3, 2, nanoTime::get);

  private HttpStatus refusal(String reader) {
    return catchThrowableOfType(Refused.class, () -> limit.acquire(reader)).status();
  }

  @Test
  void readerWithAllHisPlaces_losesTheOldest_andNobodyElseDoes() {
    Place vera = limit.acquire("vera");
    Place first = limit.acquire("olga");
    Place second = limit.acquire("olga");
    Place third = limit.acquire("olga");
    assertThat(first.end()).isEqualTo(End.DISPLACED);
    assertThat(List.of(vera, second, third)).allMatch(place -> place.end() == null);
  }

  @Test
  void whereAllPlacesAreTaken_theOldestIsAskedForAgain_onceItHasLastedForAMinute() {
    Place first = limit.acquire("olga");
    nanoTime.addAndGet(1);
    Place second = limit.acquire("nora");
    Place third = limit.acquire("vera");
    nanoTime.set(StreamLimit.LASTS_NANOS - 1);
    assertThat(refusal("nina")).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    nanoTime.set(StreamLimit.LASTS_NANOS);
    Place fourth = limit.acquire("nina");
    assertThat(first.end()).isEqualTo(End.AGAIN);
    assertThat(List.of(second, third, fourth)).allMatch(place -> place.end() == null);
    assertThat(refusal("rita")).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
  }

  /** No matter how often the reader with the most streams begins anew. */
  @Test
  void whoHasMostGivesWayAtOnce_andToNobodyWhoHasAsMany() {
    Place vera = limit.acquire("vera");
    nanoTime.set(StreamLimit.LASTS_NANOS);
    Place first = limit.acquire("olga");
    Place second = limit.acquire("olga");
    assertThat(refusal("vera")).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    Place nina = limit.acquire("nina");
    assertThat(first.end()).isEqualTo(End.AGAIN);
    assertThat(List.of(vera, second, nina)).allMatch(place -> place.end() == null);
    assertThat(refusal("olga")).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
  }

  @Test
  void placeGivenBack_isFree() {
    limit.acquire("olga");
    Place second = limit.acquire("olga");
    Place third = limit.acquire("vera");
    limit.release(second);
    Place fourth = limit.acquire("olga");
    limit.release(third);
    Place fifth = limit.acquire("vera");
    assertThat(List.of(fourth, fifth)).allMatch(place -> place.end() == null);
    assertThat(refusal("vera")).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
  }

  /** Streams that were told to end, but still have their thread, are limited too. */
  @Test
  void readerWhoseStreamsDoNotLeave_isRefused_untilTheyDo() {
    List<Place> all = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      all.add(limit.acquire("olga"));
    }
    assertThat(refusal("olga")).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
    assertThat(all.subList(2, 4)).allMatch(place -> place.end() == null);
    limit.release(all.get(0));
    limit.acquire("olga");
    assertThat(all.get(2).end()).isEqualTo(End.DISPLACED);
  }

  @Test
  void streamIsTold_whenItGivesWay_andIfItHadToBefore() {
    AtomicLong told = new AtomicLong();
    Place first = limit.acquire("olga");
    first.onEnd(told::incrementAndGet);
    Place second = limit.acquire("olga");
    limit.acquire("olga");
    assertThat(told.get()).isEqualTo(1);
    limit.acquire("olga");
    second.onEnd(told::incrementAndGet);
    assertThat(told.get()).isEqualTo(2);
  }
}
