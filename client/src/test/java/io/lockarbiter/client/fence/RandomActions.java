package io.lockarbiter.client.fence;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random actions in a small tree, so that most of them overlap. */
public final class RandomActions {
  private static final List<String> SEGMENTS = List.of("a", "b", "ab");
  private static final List<Mode> MODES = Mode.acting();

  private final Random random;

  /** Actions drawn from {@code random}. */
  public RandomActions(Random random) {
    this.random = random;
  }

  /** An action whose token lies around {@code newest}, mostly a bit below. */
  public FencingAction next(String account, long newest) {
    long token = Math.max(1, newest + 2 - random.nextInt(12));
    FencingAction action = FencingAction.of(account, token, targets());
    if (random.nextInt(3) == 0) {
      action = action.holder("h" + random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      action = action.run(token + random.nextInt(3));
    }
    return random.nextInt(20) == 0 ? action.asLast() : action;
  }

  List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    do {
      targets.add(new Target(path(), MODES.get(random.nextInt(MODES.size()))));
    } while (random.nextInt(4) == 0);
    return targets;
  }

  private LockPath path() {
    StringBuilder path = new StringBuilder();
    for (int depth = random.nextInt(4); depth > 0; depth--) {
      path.append('/').append(SEGMENTS.get(random.nextInt(SEGMENTS.size())));
    }
    return path.isEmpty() ? LockPath.ROOT : LockPath.of(path.toString());
  }
}
