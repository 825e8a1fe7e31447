package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
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
    Tree tree = new Story(seed, /* follows= */ true).run();

    assertThat(tree.files).isEqualTo(filesIn("/new"));
    assertThat(tree.ghosts).isEmpty();
  }

  @Tag("nightly")
  @Test
  void everyFile_isInTheNewFolderAThousandTimes() {
    Seeds.fresh(1_000).forEach(this::everyFile_isInTheNewFolder);
  }

  /** Whoever waited and then asks for the old path again makes a folder that nobody looks into. */
  @Test
  void whoDoesNotFollow_writesIntoAGhost() {
    Tree tree = new Story(1, /* follows= */ false).run();

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
      if (!path.startsWith(folder + "/")) {
        ghosts.add(path);
      }
    }

    void rename(String to) {
      TreeSet<String> moved = new TreeSet<>();
      files.forEach(path -> moved.add(to + path.substring(folder.length())));
      files = moved;
      folder = to;
    }
  }

  /** Steps in random order: uploads are asked for and written, the folder is renamed, time goes. */
  private static final class Story {
    private final FakeClients fake = new FakeClients();
    private final Tree tree = new Tree();
    private final Random random;
    private final boolean follows;
    private final List<CompletableFuture<Lease>> uploads = new ArrayList<>();
    private @Nullable CompletableFuture<Lease> mover;
    private int asked;
    private boolean isRenamed;

    Story(long seed, boolean follows) {
      this.random = new Random(seed);
      this.follows = follows;
    }

    Tree run() {
      while (asked < UPLOADS || !isRenamed || !uploads.isEmpty()) {
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
      LockRequest request =
          LockRequest.upload(ACCOUNT, "ann", path).waitingUpTo(Duration.ofMinutes(10));
      return follows ? request.followingMoves() : request;
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
      if (isRenamed || asked < 10) {
        return;
      }
      if (mover == null) {
        LockRequest request = LockRequest.rename(ACCOUNT, "bob", "/old", "/new");
        mover = fake.client.acquireAsync(request.waitingUpTo(Duration.ofMinutes(10)));
      } else if (mover.isDone() && asked == UPLOADS) {
        tree.rename("/new");
        mover.join().release(WorkOutcome.GONE);
        isRenamed = true;
      }
    }
  }
}
