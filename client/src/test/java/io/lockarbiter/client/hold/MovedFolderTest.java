package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A hundred uploads into a folder that is renamed amid them. */
class MovedFolderTest {
  private static final int UPLOADS = 100;

  static Stream<Long> seeds() {
    return Seeds.fresh(30);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyFile_isInTheNewFolder(long seed) {
    Tree tree = new Story(seed, LockRequest::followingMoves).run();

    assertThat(tree.files).isEqualTo(filesIn("/new"));
    assertThat(tree.ghosts).isEmpty();
  }

  @Tag("nightly")
  @Test
  void everyFile_isInTheNewFolderAThousandTimes() {
    Seeds.fresh(1_000).forEach(this::everyFile_isInTheNewFolder);
  }

  /** It is renamed twice, and some uploads are asked for before, between and after. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyFile_isInTheNewestFolderAlsoOfWhoComesLater(long seed) {
    Story story = new Story(seed, request -> request.existing().followingMoves());

    Tree tree = story.renamedAmid().run();

    assertThat(tree.files).isEqualTo(filesIn("/newest"));
    assertThat(tree.ghosts).isEmpty();
  }

  @Tag("nightly")
  @Test
  void everyFile_isInTheNewestFolderAThousandTimes() {
    Seeds.fresh(1_000).forEach(this::everyFile_isInTheNewestFolderAlsoOfWhoComesLater);
  }

  /** Whoever only follows is told of moves for which it waited. */
  @Test
  void whoComesLaterAndSaysNothing_writesIntoAGhost() {
    Tree tree = new Story(1, LockRequest::followingMoves).renamedAmid().run();

    assertThat(tree.files).hasSize(UPLOADS);
    assertThat(tree.ghosts).isNotEmpty();
  }

  /** Whoever waited and then asks for the old path again makes a folder that nobody looks into. */
  @Test
  void whoDoesNotFollow_writesIntoAGhost() {
    Tree tree = new Story(1, request -> request).run();

    assertThat(tree.files).hasSize(UPLOADS);
    assertThat(tree.ghosts).isNotEmpty();
  }

  private static TreeSet<String> filesIn(String folder) {
    TreeSet<String> all = new TreeSet<>();
    IntStream.range(0, UPLOADS).forEach(n -> all.add(folder + "/f" + n));
    return all;
  }

  /** Files of one folder, which is renamed; a file beside it makes a folder of its own. */
  private static final class Tree {
    private TreeSet<String> files = new TreeSet<>();
    private final TreeSet<String> ghosts = new TreeSet<>();
    private String folder = "/old";

    void write(String path) {
      files.add(path);
      if (!isIn(path)) {
        ghosts.add(path);
      }
    }

    void rename(String to) {
      TreeSet<String> moved = new TreeSet<>();
      files.forEach(path -> moved.add(isIn(path) ? to + path.substring(folder.length()) : path));
      files = moved;
      folder = to;
    }

    private boolean isIn(String path) {
      return path.startsWith(folder + "/");
    }
  }

  /** Steps in random order: uploads are asked for and written, the folder is renamed, time goes. */
  private static final class Story {
    private final FakeClients fake = new FakeClients();
    private final Tree tree = new Tree();
    private final Random random;
    private final UnaryOperator<LockRequest> how;
    private final Deque<String> names = new ArrayDeque<>(List.of("/new"));
    private final List<Integer> renamedAt = new ArrayList<>(List.of(UPLOADS));
    private final List<CompletableFuture<Lease>> uploads = new ArrayList<>();
    private @Nullable CompletableFuture<Lease> mover;
    private int asked;

    Story(long seed, UnaryOperator<LockRequest> how) {
      this.random = new Random(seed);
      this.how = how;
    }

    /** The same with two renames, when two and four fifths of the uploads are asked for. */
    Story renamedAmid() {
      fake.arbiter.set(Setting.REMEMBERS_MOVES, 1);
      names.add("/newest");
      renamedAt.set(0, 2 * UPLOADS / 5);
      renamedAt.add(4 * UPLOADS / 5);
      return this;
    }

    Tree run() {
      while (asked < UPLOADS || !names.isEmpty() || !uploads.isEmpty()) {
        step();
      }
      return tree;
    }

    private void step() {
      switch (random.nextInt(6)) {
        case 0, 1 -> ask();
        case 2, 3 -> write();
        case 4 -> rename();
        default -> fake.passMs(random.nextInt(200));
      }
    }

    private void ask() {
      if (asked < UPLOADS) {
        uploads.add(fake.client.acquireAsync(upload("/old/f" + asked++)));
      }
    }

    private LockRequest upload(String path) {
      return how.apply(
          LockRequest.upload(ACCOUNT, "ann", path).waitingUpTo(Duration.ofMinutes(10)));
    }

    private void write() {
      List<CompletableFuture<Lease>> done =
          uploads.stream().filter(CompletableFuture::isDone).toList();
      if (done.isEmpty()) {
        return;
      }
      CompletableFuture<Lease> one = done.get(random.nextInt(done.size()));
      uploads.remove(one);
      if (one.isCompletedExceptionally()) {
        uploads.add(fake.client.acquireAsync(upload("/old/f" + lost(one))));
      } else {
        Lease lease = one.join();
        tree.write(String.valueOf(lease.lock().path()));
        lease.release();
      }
    }

    /** The number in the message of a refusal. */
    private static String lost(CompletableFuture<Lease> refused) {
      String text = String.valueOf(refused.handle((lease, why) -> why.getMessage()).join());
      return text.replaceAll("(?s).*?/old/f(\\d+).*", "$1");
    }

    private void rename() {
      if (names.isEmpty() || asked < 10) {
        return;
      }
      String to = names.element();
      if (mover == null) {
        LockRequest request = LockRequest.rename(ACCOUNT, "bob", tree.folder, to);
        mover = fake.client.acquireAsync(request.waitingUpTo(Duration.ofMinutes(10)));
      } else if (mover.isDone() && asked >= renamedAt.get(0)) {
        tree.rename(to);
        mover.join().release(WorkOutcome.GONE);
        mover = null;
        names.remove();
        renamedAt.remove(0);
      }
    }
  }
}
