package io.lockarbiter.console.api;

import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.service.view.BlockerView;
import io.lockarbiter.service.view.SupposedRequest;
import io.lockarbiter.service.view.TargetView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells whether a request would be granted now, without sending it: {@code GET /api/explain}. */
@RestController
final class ExplainController {
  private final LockViews views;
  private final ConsoleTopics topics;
  private final Places places = new Places(4, "explanations");

  ExplainController(LockViews views, ConsoleTopics topics) {
    this.views = views;
    this.topics = topics;
  }

  /**
   * The expected answer to a request.
   *
   * @param verdict {@code granted} or {@code blocked}
   * @param waiting how many requests wait on the account
   */
  record Explained(
      String account,
      int partition,
      String verdict,
      String operation,
      List<TargetView> targets,
      List<BlockerView> blockedBy,
      boolean moreBlockers,
      int waiting) {}

  @GetMapping("/api/explain")
  Explained explain(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(required = false) @Nullable String operation,
      @RequestParam(required = false) @Nullable String path,
      @RequestParam(required = false) @Nullable String destination,
      @RequestParam(required = false) @Nullable String subAccount,
      @RequestParam(required = false) @Nullable String session) {
    String known = ConsoleParameter.account(account);
    int partition = AccountHash.partition(known, topics.partitions());
    return places.in(
        () -> {
          SupposedRequest request =
              SupposedRequest.of(
                  views.reading(partition),
                  path,
                  operation,
                  filled(destination),
                  filled(subAccount),
                  filled(session));
          return explained(known, partition, request);
        });
  }

  private Explained explained(String known, int partition, SupposedRequest request) {
    Explanation found = views.explain(partition, known, request.owner(), request.targets());
    return new Explained(
        known,
        partition,
        found.blockedBy().isEmpty() ? "granted" : "blocked",
        request.operation().name(),
        TargetView.of(request.targets()),
        BlockerView.of(found.blockedBy()),
        found.moreBlockers(),
        found.waiting());
  }

  /** Returns the value of a form's field; null if the field was left empty. */
  private static @Nullable String filled(@Nullable String value) {
    return value == null || value.isEmpty() ? null : value;
  }
}
