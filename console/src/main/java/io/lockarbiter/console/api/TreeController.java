package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.mirror.AccountMirror;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.mirror.TreeLevel;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.service.view.Parameter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Levels of an account's tree of paths: {@code GET /api/tree}. */
@RestController
final class TreeController {
  private static final int MOST_PATHS = 64;
  private static final int MOST_CHILDREN = 1_000;
  private static final int MOST_ENTRIES = 20_000;

  private final AccountMirrors mirrors;

  TreeController(AccountMirrors mirrors) {
    this.mirrors = mirrors;
  }

  /**
   * Some levels at the same moment.
   *
   * @param partition the account's partition
   * @param seq last event that is contained in full
   * @param exactFrom before this event the tree may already contain parts of later events
   * @param at log time, epoch ms
   * @param hottest left out if no folder has more than half of the waiting requests
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Tree(
      String account,
      int partition,
      long seq,
      long exactFrom,
      long at,
      int held,
      int waiting,
      @Nullable Hottest hottest,
      List<Level> levels) {}

  /** The folder with most of the waiting requests. */
  record Hottest(String path, int waiting) {
    static @Nullable Hottest of(TreeLevel.@Nullable Hottest found) {
      return found == null ? null : new Hottest(found.path().toString(), found.waiting());
    }
  }

  /**
   * One level of the tree.
   *
   * @param path in the form in which the tree has it, if names are compared without case
   * @param heldLocks held locks with a target at or below it, each once
   * @param waitingRequests waiting requests with a target at or below it, each once
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Level(
      String path,
      int heldLocks,
      int waitingRequests,
      Map<Mode, Integer> held,
      Map<Mode, Integer> heldBelow,
      Map<Mode, Integer> waiting,
      Map<Mode, Integer> waitingBelow,
      List<LockView> locks,
      boolean moreLocks,
      List<Child> children,
      @Nullable String next) {

    static Level of(TreeLevel level) {
      TreeLevel.Counts counts = level.self();
      return new Level(
          level.path().compared(),
          counts.heldLocks(),
          counts.waitingRequests(),
          counts.held(),
          counts.heldBelow(),
          counts.waiting(),
          counts.waitingBelow(),
          level.locks().stream().map(LockView::of).toList(),
          level.moreLocks(),
          level.children().stream().map(Child::of).toList(),
          level.next());
    }
  }

  /** A child, one level below. */
  record Child(
      String name,
      boolean hasChildren,
      int heldLocks,
      int waitingRequests,
      Map<Mode, Integer> held,
      Map<Mode, Integer> heldBelow,
      Map<Mode, Integer> waiting,
      Map<Mode, Integer> waitingBelow) {
    static Child of(TreeLevel.Child child) {
      TreeLevel.Counts counts = child.counts();
      return new Child(
          child.name(),
          child.hasChildren(),
          counts.heldLocks(),
          counts.waitingRequests(),
          counts.held(),
          counts.heldBelow(),
          counts.waiting(),
          counts.waitingBelow());
    }
  }

  @GetMapping("/api/tree")
  Tree tree(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(name = "path", defaultValue = "/") String[] paths,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "200") int limit) {
    String known = ConsoleParameter.account(account);
    Parameter.limit(limit, MOST_CHILDREN);
    List<LockPath> wanted =
        ConsoleParameter.all("path", paths, MOST_PATHS).stream()
            .map(path -> Parameter.path("path", path))
            .toList();
    if (wanted.size() * limit > MOST_ENTRIES) {
      throw Refused.bad(
          "%d paths of limit=%d may be more than %d entries. Ask for fewer, or for some after the others"
              .formatted(wanted.size(), limit, MOST_ENTRIES));
    }
    return mirrors.of(known).look(seen -> tree(seen, wanted, after, limit));
  }

  private static Tree tree(
      AccountMirror seen, List<LockPath> paths, @Nullable String after, int limit) {
    TreeLevel.Totals totals = TreeLevel.totals(seen);
    return new Tree(
        seen.account(),
        seen.partition(),
        seen.seq(),
        seen.exactFrom(),
        seen.at(),
        totals.held(),
        totals.waiting(),
        Hottest.of(TreeLevel.hottest(seen)),
        paths.stream().map(path -> Level.of(TreeLevel.of(seen, path, after, limit))).toList());
  }
}
