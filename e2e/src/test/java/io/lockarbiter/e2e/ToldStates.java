package io.lockarbiter.e2e;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.model.ModelReplay;
import io.lockarbiter.audit.model.StateJson;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The console's answers to readers of an account, compared with an audit of the same. */
final class ToldStates {
  private final String account;
  private final Map<String, Function<JsonNode, String>> views;
  private final Map<Told, String> told = new ConcurrentHashMap<>();
  private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();

  private record Told(String view, long seq) {}

  /**
   * Begins without answers.
   *
   * @param views the text of each view, made from the account in {@code audit state}
   */
  ToldStates(String account, Map<String, Function<JsonNode, String>> views) {
    this.account = account;
    this.views = views;
  }

  /** Notes an answer; two readers must get the same at the same event. */
  void see(String view, long seq, String text) {
    String before = told.putIfAbsent(new Told(view, seq), text);
    if (before != null && !before.equals(text)) {
      contradictions.add(
          "two readers differ in %s at seq=%d%n%s%n---%n%s".formatted(view, seq, before, text));
    }
  }

  int size() {
    return told.size();
  }

  /** Returns the answers that differ from each other or from the audit. */
  List<String> contradictions() {
    return List.copyOf(contradictions);
  }

  /**
   * Replays a partition; returns how often each view was compared.
   *
   * @param kafka settings of its clients
   */
  Map<String, Integer> compare(Map<String, Object> kafka, int partition) {
    Map<String, Integer> compared = new TreeMap<>();
    ModelReplay model = new ModelReplay();
    ReplayListener listener =
        new ReplayListener() {
          @Override
          public void begin(HistoryStart start) {
            model.begin(start);
          }

          @Override
          public void step(ReplayStep step) {
            model.decide(step);
            PartitionState state = Objects.requireNonNull(model.store().state(partition));
            if (!step.events().isEmpty()) {
              compare(new HistoryState(partition, model.store(), state, null, Map.of()), compared);
            }
          }
        };
    try (PartitionHistory history = new KafkaHistorySource(kafka, "").open(partition)) {
      new AuditReplay(history, violation -> contradictions.add(violation.toString()))
          .run(List.of(listener));
    }
    return compared;
  }

  private void compare(HistoryState state, Map<String, Integer> compared) {
    long seq = state.state().header().seq();
    views.forEach(
        (view, of) -> {
          String text = told.get(new Told(view, seq));
          if (text == null) {
            return;
          }
          String expected = of.apply(StateJson.of(state, account));
          if (!text.equals(expected)) {
            contradictions.add(
                "%s at seq=%d%n%s%n--- audit:%n%s".formatted(view, seq, text, expected));
          }
          compared.merge(view, 1, Integer::sum);
        });
  }
}
