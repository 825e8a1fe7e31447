package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.LockViews;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What a request would meet now, without asking for it: {@code GET /api/explain}. */
@RestController
final class ExplainController {
  private static final List<Operation> OFFERED =
      Operation.known().stream().filter(operation -> !operation.hasExplicitTargets()).toList();

  private final LockViews views;
  private final ConsoleTopics topics;
  private final Places places = new Places(4, "explanations");

  ExplainController(LockViews views, ConsoleTopics topics) {
    this.views = views;
    this.topics = topics;
  }

  /**
   * What it would meet.
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

  /** A blocker; names as in events. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record BlockerView(
      String lockId,
      String subAccount,
      @Nullable String session,
      String operation,
      String path,
      @Nullable Boolean pathCut,
      String mode,
      @Nullable Long expiresAt,
      String relation,
      boolean waiting) {
    static BlockerView of(Blocker blocker) {
      return new BlockerView(
          blocker.lockId(),
          blocker.owner().subAccount(),
          blocker.owner().session(),
          blocker.operationWord(),
          blocker.path().toString(),
          blocker.pathCut() ? true : null,
          blocker.mode().name(),
          blocker.expiresAt(),
          blocker.relation().name(),
          blocker.waiting());
    }
  }

  @GetMapping("/api/explain")
  Explained explain(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(required = false) @Nullable String operation,
      @RequestParam(required = false) @Nullable String path,
      @RequestParam(required = false) @Nullable String destination,
      @RequestParam(required = false) @Nullable String subAccount,
      @RequestParam(required = false) @Nullable String session) {
    String known = Parameter.account(account);
    Operation wanted = operation(operation);
    List<Target> targets = targets(wanted, Parameter.path("path", path), destination);
    Owner owner = owner(subAccount, session);
    int partition = AccountHash.partition(known, topics.partitions());
    Explanation found = places.in(() -> views.explain(partition, known, owner, targets));
    return new Explained(
        known,
        partition,
        found.blockedBy().isEmpty() ? "granted" : "blocked",
        wanted.name(),
        TargetView.of(targets),
        found.blockedBy().stream().map(BlockerView::of).toList(),
        found.moreBlockers(),
        found.waiting());
  }

  private static Operation operation(@Nullable String name) {
    return OFFERED.stream()
        .filter(operation -> operation.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Refused.bad(
                    "operation is none of "
                        + OFFERED.stream().map(Operation::name).collect(Collectors.joining(", "))));
  }

  private static List<Target> targets(
      Operation operation, LockPath path, @Nullable String destination) {
    if (!operation.hasDestination()) {
      return operation.targets(path, null);
    }
    LockPath to = Parameter.path("destination", destination);
    if (path.isAtOrAbove(to)) {
      throw Refused.bad("destination lies at or below path: a tree cannot be moved into itself");
    }
    return operation.targets(path, to);
  }

  private static @Nullable Owner owner(@Nullable String subAccount, @Nullable String session) {
    if (subAccount == null || subAccount.isEmpty()) {
      return null;
    }
    return new Owner(
        Parameter.id("subAccount", subAccount),
        session == null || session.isEmpty() ? null : Parameter.id("session", session));
  }
}
