package io.lockarbiter.cli.partitions;

import io.lockarbiter.cli.connect.ArbiterHttp;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks arbiters over HTTP for the state of their partitions. */
final class ArbiterViews {
  private static final int MOST_BYTES = 16 << 20;
  private static final JsonMapper JSON = JsonMapper.shared();

  private final ArbiterHttp http = new ArbiterHttp();

  /**
   * All partitions, lowest first, each as its owner reports it, if the owner was asked, or else as
   * an arbiter that knows a problem.
   *
   * @param failed receives the reason why an answer is missing or not an arbiter's
   */
  List<PartitionView> of(List<String> arbiters, Consumer<String> failed)
      throws InterruptedException {
    Map<Integer, PartitionView> partitions = new TreeMap<>();
    for (String arbiter : arbiters) {
      try {
        for (PartitionView view : ask(arbiter)) {
          partitions.merge(view.partition(), view.of(arbiter), PartitionView::orOwners);
        }
      } catch (IOException | JacksonException e) {
        failed.accept(
            "%s does not tell the state of its partitions: %s"
                .formatted(arbiter, ArbiterHttp.problem(e)));
      }
    }
    return List.copyOf(partitions.values());
  }

  private PartitionView[] ask(String arbiter) throws IOException, InterruptedException {
    return http.get(
        arbiter,
        "/api/partitions",
        body -> JSON.readValue(body.readNBytes(MOST_BYTES), PartitionView[].class));
  }
}
