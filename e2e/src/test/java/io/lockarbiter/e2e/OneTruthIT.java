package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.webdav.WopiCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hundred WebDAV clients, fifty office servers and a hundred uploads at work on one drive whose
 * folders are renamed and deleted, behind two servers of which one ends every ten seconds, half of
 * them with late writes, for two minutes; {@code -Dlockarbiter.minutes=10} is a longer run. {@code
 * -Dlockarbiter.editors=0} leaves the office servers out.
 */
@Cluster
@Tag("nightly")
class OneTruthIT {
  private static final Duration LENGTH =
      Duration.ofMinutes(Integer.getInteger("lockarbiter.minutes", 2));
  private static final int WRITERS = 100;
  private static final int EDITORS = Integer.getInteger("lockarbiter.editors", 50);
  private static final int UPLOADERS = 100;
  private static final int FOLDERS = 12;
  private static final int MOVERS = 4;
  private static final long WRITERS_PAUSE_MS = 12_000;
  private static final long EDITORS_PAUSE_MS = 15_000;
  private static final long UPLOADERS_PAUSE_MS = 25_000;
  private static final long MOVERS_PAUSE_MS = 500;
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration ASLEEP = Duration.ofSeconds(12);
  private static final Duration AWAKE = Duration.ofSeconds(4);

  @TempDir private Path temporary;
  private final RunTally tally = new RunTally();
  private final List<CompletableFuture<Void>> ends = new ArrayList<>();
  private final List<DriveEditors> editors = new ArrayList<>();
  private volatile boolean isOver;

  @Test
  void drive_isOneForAllWhateverDies(Deployment deployment) throws Exception {
    deployment.log().createTopics();
    deployment.process(deployment.settings());
    Path drive = Files.createDirectory(temporary.resolve("drive"));
    try (KilledDrives drives =
        KilledDrives.start(deployment, drive, users(), temporary.resolve("uploads"), key())) {
      drives.keepSpares((int) LENGTH.dividedBy(EVERY));
      DriveCalls calls = new DriveCalls(drives, tally);
      DriveFolders folders = new DriveFolders(calls, tally);
      DriveLedger ledger = new DriveLedger(folders, tally);
      folders.make(FOLDERS);
      start(calls, folders, ledger);
      kill(drives);
      isOver = true;
      awaitEnds();
      for (DriveEditors each : editors) {
        each.giveUpDoubtful();
      }
      List<Event> events = ended(deployment);
      new DriveJudge(folders, ledger, tally, drive).judge(events);
      tally.count("kills", drives.kills());
      tally.count("late writes", drives.lateWrites());
      System.out.printf(
          "%d s: %s%n%,d events; %d wrong answers%n",
          LENGTH.toSeconds(), tally.counts(), events.size(), tally.wrong().size());
    }
    assertThat(tally.wrong()).isEmpty();
    CleanHistory.check(deployment);
    assertThat(tally.of("kills")).isGreaterThanOrEqualTo(LENGTH.dividedBy(EVERY) - 1);
    assertThat(tally.of("late writes")).isPositive();
    long least = LENGTH.toMinutes();
    assertThat(tally.of("lines")).isGreaterThan(100 * least);
    assertThat(tally.of("uploads")).isGreaterThan(20 * least);
    assertThat(tally.of("moves")).isGreaterThan(5 * least);
    assertThat(tally.of("deletions")).isGreaterThan(5 * least);
    assertThat(tally.of("sessions")).isGreaterThan(EDITORS * least / 2);
  }

  private void awaitEnds() {
    try {
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> ends.stream().allMatch(CompletableFuture::isDone));
    } catch (ConditionTimeoutException e) {
      String atWork =
          Thread.getAllStackTraces().values().stream()
              .map(frames -> Arrays.stream(frames).map(StackTraceElement::toString))
              .map(frames -> frames.filter(frame -> frame.contains(".Drive")).toList().toString())
              .filter(frames -> frames.contains("DriveWork"))
              .collect(Collectors.joining("\n"));
      throw new AssertionError(
          "some go on for ever: %s%n%s%n%s".formatted(tally.counts(), tally.wrong(), atWork), e);
    }
    assertThat(ends).allMatch(end -> !end.isCompletedExceptionally());
  }

  private Path users() throws Exception {
    String all =
        Stream.of(
                Stream.of(DriveFolders.MAKER, "intruder"), names("m", MOVERS), names("w", WRITERS))
            .flatMap(each -> each)
            .map("<user username=\"%1$s\" password=\"%1$s\" roles=\"\"/>"::formatted)
            .collect(Collectors.joining());
    return Files.writeString(
        temporary.resolve("users.xml"), "<tomcat-users>" + all + "</tomcat-users>");
  }

  private static Stream<String> names(String prefix, int number) {
    return IntStream.range(0, number).mapToObj(n -> prefix + n);
  }

  private Path key() throws Exception {
    return Files.write(temporary.resolve("key"), WopiCases.KEY);
  }

  private void start(DriveCalls calls, DriveFolders folders, DriveLedger ledger) {
    Random random = new Random(Seeds.fresh());
    for (int n = 0; n < WRITERS; n++) {
      begin(new DriveWriter("w" + n, calls, folders, ledger, tally), WRITERS_PAUSE_MS, random);
    }
    for (int n = 0; n < EDITORS; n++) {
      DriveEditors each = new DriveEditors("o" + n, calls, folders, ledger, tally);
      editors.add(each);
      begin(each, EDITORS_PAUSE_MS, random);
    }
    for (int n = 0; n < UPLOADERS; n++) {
      begin(new DriveUploader("u" + n, calls, folders, ledger, tally), UPLOADERS_PAUSE_MS, random);
    }
    for (int n = 0; n < MOVERS; n++) {
      begin(new DriveMover("m" + n, places(n), calls, folders, tally), MOVERS_PAUSE_MS, random);
    }
  }

  private static List<Integer> places(int mover) {
    return IntStream.range(0, FOLDERS).filter(place -> place % MOVERS == mover).boxed().toList();
  }

  private void begin(DriveWork work, long pauseMs, Random random) {
    ends.add(DriveWork.repeat(work, pauseMs, new Random(random.nextLong()), () -> isOver));
  }

  /**
   * Each other one is not killed, but sleeps until its locks have ended. Then it goes on with what
   * it has begun, beside the one that has taken its place, and is killed.
   */
  private void kill(KilledDrives drives) throws InterruptedException {
    long began = System.nanoTime();
    JavaProcess sleeper = null;
    for (int n = 1; EVERY.multipliedBy(n).compareTo(LENGTH) <= 0; n++) {
      long due = began + EVERY.multipliedBy(n).toNanos();
      sleepUntil(due);
      if (n % 2 == 0) {
        sleeper = drives.putOneToSleep();
      } else {
        drives.killOne();
        if (sleeper != null) {
          sleepUntil(due - EVERY.toNanos() + ASLEEP.toNanos());
          sleeper.resume();
          tally.count("sleeps");
          TimeUnit.NANOSECONDS.sleep(AWAKE.toNanos());
          sleeper.kill();
        }
      }
      assertThat(ends).noneMatch(CompletableFuture::isDone);
    }
    if (sleeper != null) {
      // Whoever has had a half of its last answer would wait for the other half for ever.
      sleeper.kill();
    }
  }

  private static void sleepUntil(long nanoTime) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanoTime - System.nanoTime());
  }

  /** Waits until no lock is held or waits in the log; returns its events. */
  private static List<Event> ended(Deployment deployment) {
    return await()
        .pollInterval(Duration.ofSeconds(2))
        .until(
            () -> deployment.log().events(),
            events -> LockStory.of(events).values().stream().allMatch(LockStory::hasEnded));
  }
}
