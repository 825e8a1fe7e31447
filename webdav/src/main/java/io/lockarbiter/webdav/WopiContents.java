package io.lockarbiter.webdav;

import io.lockarbiter.client.Lease;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The contents of files and what is told of them. */
final class WopiContents {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int LOOKS = 10;

  private final SharedFolder folder;
  private final WopiLocks locks;

  WopiContents(SharedFolder folder, WopiLocks locks) {
    this.folder = folder;
    this.locks = locks;
  }

  /**
   * A file's size, version and time.
   *
   * @param version tells all contents that the file ever had apart
   */
  record About(long size, String version, String modifiedAt) {}

  /**
   * Looks at a file; null if there is none.
   *
   * @throws BadPathException if its path can be none
   */
  @Nullable About about(WopiFile file) {
    var unused = LockPath.of(file.path());
    try {
      BasicFileAttributes found =
          Files.readAttributes(
              folder.file(file.path()), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!found.isRegularFile()) {
        return null;
      }
      String version = Long.toString(found.lastModifiedTime().toMillis(), 36) + "-" + found.size();
      return new About(found.size(), version, found.lastModifiedTime().toInstant().toString());
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  /** Bytes of a file, and what is known of them. */
  record Opened(About about, InputStream bytes) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }

  /** Opens a file; null if there is none. */
  @Nullable Opened open(WopiFile file) throws IOException {
    for (int look = 0; look < LOOKS; look++) {
      About before = about(file);
      if (before == null) {
        return null;
      }
      SeekableByteChannel channel =
          Files.newByteChannel(
              folder.file(file.path()), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      // Another file may have been put into its place since.
      if (before.equals(about(file))) {
        return new Opened(before, Channels.newInputStream(channel));
      }
      channel.close();
    }
    throw new IOException("the file was replaced each time before it could be read");
  }

  /**
   * Replaces the bytes of a file. They are stored aside before anything is compared, so that a slow
   * sender keeps nobody waiting, and hears a refusal. They are put into place through the fence.
   *
   * @param id the lock id that the request names; null = none
   * @return its size, version and time now; null if there is no such file
   */
  @Nullable About put(WopiFile file, @Nullable String id, InputStream bytes)
      throws IOException, RefusedException, WopiMismatchException {
    Path stored = folder.store(bytes);
    try {
      About before = about(file);
      return before == null
          ? null
          : place(file, locks.requireMatch(file, id, before.size() == 0), stored);
    } finally {
      Files.deleteIfExists(stored);
    }
  }

  @SuppressWarnings("try")
  private @Nullable About place(WopiFile file, @Nullable DavLock under, Path stored)
      throws IOException, RefusedException, WopiMismatchException {
    LockPath place = LockPath.of(file.place().path());
    Path real = folder.file(file.path());
    try (Lease lease = locks.acquire(file, under);
        WriteScope scope = new WriteScope(lease, folder.fence(), path -> place)) {
      // From now on nobody else deletes or fills it.
      About before = about(file);
      if (before == null) {
        return null;
      }
      if (under == null && before.size() > 0) {
        throw locks.state(file).mismatch("the file is not empty any more");
      }
      Optional<About> saved =
          scope.write(
              file.path(),
              () ->
                  folder.place(stored, real, true)
                      ? Optional.ofNullable(about(file))
                      : Optional.empty());
      return saved.orElse(null);
    }
  }

  /** The answer to CheckFileInfo. */
  static String info(WopiFile file, About about) {
    WebdavPlace place = file.place();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("BaseFileName", file.path().substring(file.path().lastIndexOf('/') + 1));
    all.put("OwnerId", place.account());
    all.put("UserId", place.subAccount());
    all.put("UserFriendlyName", file.userName());
    all.put("Size", about.size());
    all.put("Version", about.version());
    all.put("LastModifiedTime", about.modifiedAt());
    all.put("UserCanWrite", file.mayWrite());
    all.put("ReadOnly", !file.mayWrite());
    all.put("SupportsUpdate", true);
    all.put("SupportsLocks", true);
    all.put("SupportsGetLock", true);
    all.put("SupportsExtendedLockLength", true);
    all.put("UserCanNotWriteRelative", true);
    all.put("SupportsRename", false);
    all.put("UserCanRename", false);
    all.put("SupportsDeleteFile", false);
    all.putAll(file.more());
    return json(all);
  }

  /** The body of the answer to PutFile, which some office suites read. */
  static String saved(About about) {
    return json(Map.of("LastModifiedTime", about.modifiedAt()));
  }

  /** A JSON object of texts, numbers and booleans. */
  static String json(Map<String, Object> members) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      for (Map.Entry<String, Object> each : members.entrySet()) {
        json.writeName(each.getKey());
        if (each.getValue() instanceof Boolean truth) {
          json.writeBoolean(truth);
        } else if (each.getValue() instanceof Number number) {
          json.writeNumber(number.longValue());
        } else {
          json.writeString(each.getValue().toString());
        }
      }
      json.writeEndObject();
    }
    return text.toString();
  }
}
