package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.redis.RedisLockStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A build of the arbiter whose state in Redis has a later format. */
final class LaterBuild {
  private static final String HEADER = "lua/includes/read_header.lua";
  private static final Pattern FORMAT = Pattern.compile("local FORMAT = '(\\d+)'");

  private LaterBuild() {}

  /** Returns the format that this build knows. */
  static int knownFormat() throws IOException {
    return format(new String(script(), UTF_8));
  }

  /** Writes the files in which it differs; returns the format of its state. */
  static int files(Path folder) throws IOException {
    Path file = folder.resolve(HEADER);
    Files.createDirectories(file.getParent());
    byte[] later = later(script());
    Files.write(file, later);
    return format(new String(later, UTF_8));
  }

  private static byte[] script() throws IOException {
    try (InputStream script = RedisLockStore.class.getResourceAsStream("/" + HEADER)) {
      return Objects.requireNonNull(script).readAllBytes();
    }
  }

  /** Writes its jar. */
  static Path jar(Path folder) throws IOException {
    Path jar = folder.resolve("later.jar");
    try (InputStream in = Files.newInputStream(ChartPod.jar("arbiter"));
        OutputStream out = Files.newOutputStream(jar)) {
      copy(in, out);
    }
    return jar;
  }

  private static void copy(InputStream from, OutputStream to) throws IOException {
    ZipInputStream in = new ZipInputStream(from);
    ZipOutputStream out = new ZipOutputStream(to);
    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
      byte[] content = in.readAllBytes();
      if (entry.getName().contains("/lock-arbiter-lua-scripts-")) {
        ByteArrayOutputStream nested = new ByteArrayOutputStream();
        copy(new ByteArrayInputStream(content), nested);
        content = nested.toByteArray();
      } else if (entry.getName().equals(HEADER)) {
        content = later(content);
      }
      ZipEntry copy = new ZipEntry(entry.getName());
      if (entry.getMethod() == ZipEntry.STORED) {
        CRC32 sum = new CRC32();
        sum.update(content);
        copy.setMethod(ZipEntry.STORED);
        copy.setSize(content.length);
        copy.setCrc(sum.getValue());
      }
      out.putNextEntry(copy);
      out.write(content);
      out.closeEntry();
    }
    out.finish();
  }

  private static byte[] later(byte[] script) {
    String text = new String(script, UTF_8);
    return FORMAT
        .matcher(text)
        .replaceFirst("local FORMAT = '%d'".formatted(format(text) + 1))
        .getBytes(UTF_8);
  }

  private static int format(String script) {
    Matcher known = FORMAT.matcher(script);
    assertThat(known.find()).as(script).isTrue();
    return Integer.parseInt(known.group(1));
  }
}
