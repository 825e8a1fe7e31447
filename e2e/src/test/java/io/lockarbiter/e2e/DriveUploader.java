package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.e2e.DriveCalls.Answer;
import java.net.URI;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A tus client whose files go to folders that may be renamed or deleted meanwhile. */
final class DriveUploader implements DriveWork {
  private static final int LEAST_BYTES = 10_000;
  private static final int MORE_BYTES = 60_000;
  private static final int PARTS = 3;
  private static final long RETRY_MS = 500;

  private final String user;
  private final DriveCalls calls;
  private final DriveFolders folders;
  private final DriveLedger ledger;
  private final RunTally tally;
  private int serial;

  DriveUploader(
      String user, DriveCalls calls, DriveFolders folders, DriveLedger ledger, RunTally tally) {
    this.user = user;
    this.calls = calls;
    this.folders = folders;
    this.ledger = ledger;
    this.tally = tally;
  }

  @Override
  public void once(Random random) throws InterruptedException {
    String name = "up-" + user + "-" + ++serial;
    String folder = folders.any();
    String content = LinedFile.filler(name, LEAST_BYTES + random.nextInt(MORE_BYTES));
    String upload = created(content, path(folder, name));
    send(upload, content, random);
    place(upload, folder, name);
  }

  private static String path(String folder, String name) {
    return "/" + folder + "/" + name + ".txt";
  }

  private String created(String content, String path) throws InterruptedException {
    String metadata = "path " + Base64.getEncoder().encodeToString(path.getBytes(UTF_8));
    while (true) {
      Answer answer =
          calls.upload(
              "POST",
              user,
              "POST",
              "/files",
              "",
              false,
              Map.of(
                  "Upload-Length",
                  Integer.toString(content.length()),
                  "Upload-Metadata",
                  metadata));
      if (answer.status() == 201) {
        return URI.create(answer.header("Location")).getPath();
      }
      calls.expect("POST", path, user, answer);
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  private void send(String upload, String content, Random random) throws InterruptedException {
    int part = content.length() / PARTS + 1;
    int offset = 0;
    while (offset < content.length()) {
      Answer answer =
          calls.upload(
              "PATCH",
              user,
              "PATCH",
              upload,
              content.substring(offset, Math.min(content.length(), offset + part)),
              random.nextInt(4) == 0,
              Map.of(
                  "Upload-Offset",
                  Integer.toString(offset),
                  "Content-Type",
                  "application/offset+octet-stream"));
      if (answer.status() != 204) {
        calls.expect("PATCH", upload, user, answer, 409, 423);
        TimeUnit.MILLISECONDS.sleep(RETRY_MS);
      }
      offset = answer.status() == 204 ? number(answer) : offset(upload);
    }
  }

  private int offset(String upload) throws InterruptedException {
    while (true) {
      Answer answer = calls.upload("HEAD", user, "HEAD", upload, "", false, Map.of());
      if (answer.isDone()) {
        return number(answer);
      }
      calls.expect("HEAD", upload, user, answer, 423);
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }

  private static int number(Answer answer) {
    return Integer.parseInt(answer.header("Upload-Offset"));
  }

  /** Asks for one place until an answer tells; takes another one if there is none. */
  private void place(String upload, String wished, String name) throws InterruptedException {
    String folder = wished;
    String id = upload.substring(upload.lastIndexOf('/') + 1);
    boolean isLost = false;
    while (true) {
      String path = path(folder, name);
      long asked = System.nanoTime();
      Answer answer =
          calls.upload(
              "place",
              user,
              "POST",
              "/place/" + id + "?path=" + URLEncoder.encode(path, UTF_8),
              "",
              false,
              Map.of());
      boolean isPlaced = answer.status() == 201;
      boolean wasPlaced = isLost && (answer.status() == 204 || answer.status() == 410);
      if (isPlaced || wasPlaced) {
        if (isPlaced && folders.wasGone(path, asked)) {
          tally.wrong("placed in a folder that was gone: " + path);
        }
        ledger.place(path, name);
        tally.count("uploads");
        return;
      }
      calls.expect("place", path, user, answer, 409, 423);
      if (answer.status() == 409) {
        folder = folders.now(folder);
        isLost = false;
      } else {
        isLost |= answer.isLost();
      }
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    }
  }
}
