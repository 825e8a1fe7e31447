package io.lockarbiter.audit.verify.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModeTreeTest {
  private static final List<LockPath> PATHS =
      List.of("/", "/a", "/ab", "/a/b", "/a/b/c", "/a-b", "/b/c").stream()
          .map(LockPath::of)
          .toList();

  @Test
  void counts_areThoseOfAllPairs() {
    Random random = new Random(1);
    ModeTree tree = new ModeTree();
    List<Target> present = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      if (!present.isEmpty() && random.nextInt(5) < 2) {
        tree.remove(List.of(present.remove(random.nextInt(present.size()))));
      } else {
        Target target = target(random);
        present.add(target);
        tree.add(List.of(target));
      }
      Target asked = target(random);
      assertThat(tree.conflicts(asked))
          .as("step %d, %s among %s", i, asked, present)
          .isEqualTo(ModeTree.pairs(List.of(asked), present));
    }
  }

  private static Target target(Random random) {
    return new Target(PATHS.get(random.nextInt(PATHS.size())), Mode.known().get(random.nextInt(5)));
  }
}
