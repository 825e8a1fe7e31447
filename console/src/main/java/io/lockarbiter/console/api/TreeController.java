package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.mirror.AccountMirror;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.mirror.TreeLevel;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Levels of an account's tree: {@code GET /api/tree}. */
@RestController
final class TreeController {
  private static final int MOST_PATHS = 64;
  private static final int MOST_CHILDREN = 1_000;

  private final AccountMirrors mirrors;

  TreeController(AccountMirrors mirrors) {
    this.mirrors = mirrors;
  }

  /**
   * Some levels as of the same moment.
   *
   * @param partition where the account's events stand
   * @param seq all events up to this one are in it
   * @param exactFrom below this it shows something of later events already
   * @param at log time, epoch ms
   */
  record Tree(
      String account,
      int partition,
      long seq,
      long exactFrom,
      long at,
      int held,
      int waiting,
      List<Level> levels) {}

  /** A level. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Level(
      String path,
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
          level.path().toString(),
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

  /** A level below. */
  record Child(
      String name,
      boolean hasChildren,
      Map<Mode, Integer> held,
      Map<Mode, Integer> heldBelow,
      Map<Mode, Integer> waiting,
      Map<Mode, Integer> waitingBelow) {
    static Child of(TreeLevel.Child child) {
      TreeLevel.Counts counts = child.counts();
      return new Child(
          child.name(),
          child.hasChildren(),
          counts.held(),
          counts.heldBelow(),
          counts.waiting(),
          counts.waitingBelow());
    }
  }

  @GetMapping("/api/tree")
  Tree tree(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(name = "path", defaultValue = "/") List<String> paths,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "200") int limit) {
    String known = Parameter.account(account);
    Parameter.limit(limit, MOST_CHILDREN);
    if (paths.size() > MOST_PATHS) {
      throw Refused.bad("path is given more than " + MOST_PATHS + " times");
    }
    List<LockPath> wanted = paths.stream().map(path -> Parameter.path("path", path)).toList();
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
        paths.stream().map(path -> Level.of(TreeLevel.of(seen, path, after, limit))).toList());
  }
}
