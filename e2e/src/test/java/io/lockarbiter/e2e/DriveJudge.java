package io.lockarbiter.e2e;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the drive, the log and what the clients know, once all is over. */
final class DriveJudge {
  private final DriveFolders folders;
  private final DriveLedger ledger;
  private final RunTally tally;
  private final Path drive;

  DriveJudge(DriveFolders folders, DriveLedger ledger, RunTally tally, Path drive) {
    this.folders = folders;
    this.ledger = ledger;
    this.tally = tally;
    this.drive = drive;
  }

  void judge(List<Event> events) throws IOException {
    for (Path each : list(drive)) {
      String name = each.getFileName().toString();
      if (folders.names().contains(name)) {
        judgeFolder(each, name);
      } else if (!name.equals(".lockarbiter")
          && !(folders.isDoubtful(name) && list(each).isEmpty())) {
        tally.wrong("a ghost folder: " + name + " " + list(each));
      }
    }
    judgeOrder(events);
    judgeEnds(events);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  private void judgeFolder(Path folder, String name) throws IOException {
    Set<String> left = new HashSet<>(ledger.filesOf(name));
    for (Path file : list(folder)) {
      String path = "/" + name + "/" + file.getFileName();
      left.remove(DriveFolders.file(path));
      try {
        judgeFile(path, LinedFile.lines(Files.readString(file)));
      } catch (IllegalArgumentException e) {
        tally.wrong(path + " at the end: " + e.getMessage());
      }
    }
    if (!left.isEmpty()) {
      tally.wrong("lost files of " + name + ": " + left);
    }
  }

  private void judgeFile(String path, List<String> lines) {
    String upload = ledger.placed().get(DriveFolders.file(path));
    if (upload != null) {
      if (!lines.get(0).equals(upload)) {
        tally.wrong(path + " has the bytes of " + lines.get(0));
      }
    } else if (path.contains("/up-")) {
      tally.wrong("an upload that nobody finished: " + path);
    } else {
      ledger.read(path, ledger.acknowledged(path), lines);
      tally.count("lines in the end", lines.size());
    }
  }

  /** Later lines were written under later locks, in deleted folders too. */
  private void judgeOrder(List<Event> events) {
    Map<String, Long> tokens = new HashMap<>();
    for (Event event : events) {
      String tag = event instanceof Granted granted ? tag(granted.subject()) : null;
      if (tag != null && event instanceof Granted granted) {
        tokens.putIfAbsent(tag, granted.token());
      }
    }
    ledger
        .lastRead()
        .forEach(
            (file, lines) -> {
              long last = 0;
              for (String line : lines) {
                Long token = tokens.get(line.substring(0, line.indexOf(' ')));
                if (token == null || token < last) {
                  tally.wrong(file + ": " + line + " has token " + token + " after " + last);
                }
                last = token == null ? last : token;
              }
            });
  }

  /** A lock whose end was acknowledged has not lived until its time was over. */
  private void judgeEnds(List<Event> events) {
    for (Event event : events) {
      if (event instanceof Released released
          && released.subject() instanceof LockFields lock
          && ledger.unlocked().contains(String.valueOf(tag(lock)))
          && released.reason() != ReleaseReason.RELEASED
          && released.reason() != ReleaseReason.REPLACED) {
        tally.wrong("unlocked, but " + released.reason() + ": " + tag(lock));
      }
    }
  }

  private static @Nullable String tag(LockFields lock) {
    String wopi = lock.attributes().get("wopi");
    return wopi == null ? lock.attributes().get("webdavToken") : DriveEditors.tag(wopi);
  }
}
