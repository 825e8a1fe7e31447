package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs a scenario on partition 0 of a store in which nothing has happened yet. */
final class ScenarioRunner {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int PARTITION = 0;

  /** Offsets have gaps, as transaction markers leave them. */
  private static final int OFFSET_STEP = 2;

  private final LockStore store;
  private long lastOffset = -1;
  private long publishedSeq;

  private ScenarioRunner(LockStore store) {
    this.store = store;
  }

  static ScenarioResult run(Scenario scenario, LockStore store) {
    try {
      return new ScenarioResult(scenario, new ScenarioRunner(store).failure(scenario));
    } catch (StoreUnavailableException e) {
      return new ScenarioResult(scenario, e.getMessage());
    }
  }

  private @Nullable String failure(Scenario scenario) {
    PartitionHeader header = store.header(PARTITION);
    if (header != null) {
      return "the store is not empty, expected one in which nothing has happened: " + header;
    }
    if (scenario.limits() != null) {
      Outcome limits = feed(0, new Valid(scenario.limits())).outcome();
      if (!(limits instanceof Outcome.Applied)) {
        return "the limits could not be set: " + limits;
      }
    }
    int number = 0;
    for (Scenario.Step step : scenario.steps()) {
      number++;
      String failure = failure(step);
      if (failure != null) {
        return "step %d, at=%d, command %s%n%s"
            .formatted(number, step.at(), step.command(), failure);
      }
    }
    return null;
  }

  private @Nullable String failure(Scenario.Step step) {
    Decision decision = feed(step.at(), decoded(step.command()));
    if (!(decision.outcome() instanceof Outcome.Applied)) {
      return "expected events, got the outcome " + decision.outcome();
    }
    List<JsonNode> actual = decision.events().stream().map(ScenarioRunner::json).toList();
    List<String> differences = ExpectedEvents.differences(step.events(), actual);
    if (differences.isEmpty()) {
      return null;
    }
    return "%s%nexpected events:%n%s%nactual events:%n%s"
        .formatted(
            String.join(System.lineSeparator(), differences), lines(step.events()), lines(actual));
  }

  private Decision feed(long appendedAt, DecodedCommand content) {
    long expectedOffset = lastOffset;
    lastOffset += OFFSET_STEP;
    LogRecord record = new LogRecord(lastOffset, appendedAt, 0, content);
    FeedPosition position = new FeedPosition(expectedOffset, publishedSeq);
    Decision decision = store.decide(PARTITION, position, List.of(record));
    if (decision.outcome() instanceof Outcome.Applied applied) {
      publishedSeq = applied.header().seq();
    }
    return decision;
  }

  /**
   * Decodes a command as a record keyed by its account; a command without an account has no key.
   */
  private static DecodedCommand decoded(JsonNode command) {
    JsonNode account = command.path("account");
    byte[] key = account.isString() ? account.stringValue().getBytes(StandardCharsets.UTF_8) : null;
    return CommandCodec.decode(key, MAPPER.writeValueAsBytes(command));
  }

  private static JsonNode json(EncodedEvent event) {
    return MAPPER.readTree(event.value());
  }

  private static String lines(List<JsonNode> events) {
    return events.isEmpty()
        ? "  none"
        : events.stream()
            .map(event -> "  " + event)
            .collect(Collectors.joining(System.lineSeparator()));
  }
}
