package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The work of a member. It uploads most of the time, downloads, and now and then deletes or moves a
 * folder. Often it has to wait in line, because all members of the account work in the same few
 * folders.
 */
final class MemberActivity implements Runnable {
  private static final int PROJECTS = 3;
  private static final int FOLDERS = 3;
  private static final int FILES = 5;
  private static final int MAX_LOOK_MS = 100;
  private static final int MAX_FILE_BYTES = 32 * 1024;
  private static final int MAX_DEPTH = 6;

  private final Workload workload;
  private final Member member;
  private final FileTree tree;
  private final AtomicLong numbers;

  MemberActivity(Workload workload, Member member, AtomicLong numbers) {
    this.workload = workload;
    this.member = member;
    this.tree = workload.tree(member);
    this.numbers = numbers;
  }

  @Override
  public void run() {
    workload.guard(
        () -> {
          while (!workload.membersEnded()) {
            act(ThreadLocalRandom.current().nextInt(100));
            workload.pause();
          }
        });
  }

  private void act(int dice) throws InterruptedException {
    LockPath known = tree.ledger().anyFile(ThreadLocalRandom.current());
    if (known == null || dice < 50) {
      if (!workload.manyUploadsOpen()) {
        upload(known);
      }
    } else if (dice < 75) {
      download(known);
    } else if (dice < 83) {
      delete(folderAbove(known), null);
    } else if (dice < 92) {
      move(folderAbove(known));
    } else {
      lookAndDelete(known);
    }
  }

  private void upload(@Nullable LockPath known) {
    long number = numbers.incrementAndGet();
    int bytes = ThreadLocalRandom.current().nextInt(FileContent.MIN_BYTES, MAX_FILE_BYTES);
    Member uploader = member.inSession("upload" + number);
    workload.requestUpload(new UploadJob(uploader, uploadPath(known), number, bytes));
  }

  private void download(LockPath file) throws InterruptedException {
    Hold hold = workload.permission().acquire(member, Operation.DOWNLOAD, file, null, null);
    if (hold != null) {
      workload.work().download(tree, file);
      workload.permission().release(hold, false);
    }
  }

  private void delete(LockPath folder, @Nullable Hold holding) throws InterruptedException {
    Hold hold = workload.permission().acquire(member, Operation.DELETE, folder, null, holding);
    if (hold != null) {
      workload.work().delete(tree, folder, hold);
      workload.permission().release(hold, true);
    }
  }

  /**
   * Downloads a file and deletes its folder without releasing the file. Two members that do so in
   * one folder at the same time would wait for each other for ever.
   */
  private void lookAndDelete(LockPath file) throws InterruptedException {
    Hold hold = workload.permission().acquire(member, Operation.DOWNLOAD, file, null, null);
    if (hold != null) {
      workload.work().download(tree, file);
      TimeUnit.MILLISECONDS.sleep(dice(MAX_LOOK_MS));
      delete(file.ancestors().get(1), hold);
      workload.permission().release(hold, false);
    }
  }

  private void move(LockPath folder) throws InterruptedException {
    boolean rename = ThreadLocalRandom.current().nextBoolean();
    LockPath parent = rename ? parentOf(folder) : LockPath.of("/p" + dice(PROJECTS));
    if (folder.isAtOrAbove(parent)) {
      return;
    }
    String prefix = parent.equals(LockPath.ROOT) ? "" : parent.toString();
    LockPath destination = LockPath.of(prefix + "/m" + numbers.incrementAndGet());
    Operation operation = rename ? Operation.RENAME : Operation.MOVE;
    Hold hold = workload.permission().acquire(member, operation, folder, destination, null);
    if (hold != null) {
      boolean gone = workload.work().move(tree, folder, destination, hold);
      workload.permission().release(hold, gone);
    }
  }

  /**
   * Chooses the path of an upload: half go to the usual folders, half to the folder of an existing
   * file.
   */
  private static LockPath uploadPath(@Nullable LockPath known) {
    String folder =
        known != null && ThreadLocalRandom.current().nextBoolean()
            ? parentOf(known).toString()
            : "/p" + dice(PROJECTS) + "/d" + dice(FOLDERS);
    return LockPath.of(folder + "/f" + dice(FILES));
  }

  /** Returns a folder above a file: mostly the nearest, sometimes a whole project. */
  private static LockPath folderAbove(LockPath file) {
    List<LockPath> above = file.ancestors();
    boolean whole = ThreadLocalRandom.current().nextInt(6) == 0 || above.size() > MAX_DEPTH;
    return above.get(whole ? 1 : above.size() - 1);
  }

  private static LockPath parentOf(LockPath path) {
    List<LockPath> above = path.ancestors();
    return above.get(above.size() - 1);
  }

  private static int dice(int sides) {
    return ThreadLocalRandom.current().nextInt(sides) + 1;
  }
}
