package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.kafka.LifeReader;
import io.lockarbiter.service.view.Parameter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The history of one lock, from the log: {@code GET /api/life}. */
@RestController
final class LifeController {
  private static final int MOST_MINUTES = 7 * 24 * 60;

  private final LifeReader reader;

  LifeController(LifeReader reader) {
    this.reader = reader;
  }

  /**
   * The history of a lock.
   *
   * @param events about the lock, in order
   * @param from first offset of {@code lock.events} that was searched
   * @param to offset at which the search ended
   * @param whole whether all records between were searched
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Life(
      String account,
      String lockId,
      List<EventJson> events,
      long from,
      long to,
      long records,
      boolean whole) {}

  @GetMapping("/api/life")
  Life life(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(required = false) @Nullable String lockId,
      @RequestParam(defaultValue = "60") int minutes) {
    String known = ConsoleParameter.account(account);
    String id = Parameter.id("lockId", lockId);
    if (minutes < 1 || minutes > MOST_MINUTES) {
      throw Refused.bad("minutes is not 1 to " + MOST_MINUTES);
    }
    LifeReader.Found found = reader.find(known, id, Duration.ofMinutes(minutes));
    if (found == null) {
      throw Refused.later("as many looks into the log as are allowed are under way. Ask again");
    }
    return new Life(
        known,
        id,
        EventJson.of(found.events()),
        found.from(),
        found.to(),
        found.records(),
        found.whole());
  }
}
