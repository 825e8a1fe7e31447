package io.lockarbiter.embedded.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.error.OsArchitectureNotFound;
import redis.embedded.model.OsArchitecture;

/** Finds a {@code redis-server} that runs on this machine and is new enough. */
final class RedisExecutable {
  private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)");
  private static final String NAME = "redis-server";

  private RedisExecutable() {}

  /** Returns the command of a usable binary; a bundled one is unpacked into {@code directory}. */
  static String find(RedisBinary binary, Path directory) {
    List<String> failures = new ArrayList<>();
    if (binary != RedisBinary.PATH) {
      String bundled = unpack(directory, failures);
      if (bundled != null && runs(bundled, failures)) {
        return bundled;
      }
    }
    String ofTheSystem = System.getProperty("lockarbiter.redis-server", NAME);
    if (binary != RedisBinary.BUNDLED && runs(ofTheSystem, failures)) {
      return ofTheSystem;
    }
    throw new EmbeddedStartException(
        "no redis-server runs on this machine: binary=%s, os=%s, arch=%s, tried: %s. Fix: install Redis 6.2 or newer so that redis-server is on the PATH, or name it with -Dlockarbiter.redis-server"
            .formatted(
                binary,
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                String.join("; ", failures)));
  }

  private static @Nullable String unpack(Path directory, List<String> failures) {
    try {
      String resource =
          ExecutableProvider.newProvidedVersionsMap().get(OsArchitecture.detectOSandArchitecture());
      if (resource == null) {
        failures.add("bundled: none for this system");
        return null;
      }
      Path file = directory.resolve(NAME);
      try (InputStream in = RedisServer.class.getResourceAsStream(resource)) {
        if (in == null) {
          failures.add("bundled: " + resource + " is missing from the jar");
          return null;
        }
        Files.copy(in, file);
      }
      if (!file.toFile().setExecutable(true, true)) {
        failures.add("bundled: " + file + " cannot be made executable");
        return null;
      }
      return file.toString();
    } catch (IOException | OsArchitectureNotFound e) {
      failures.add("bundled: " + e);
      return null;
    }
  }

  private static boolean runs(String command, List<String> failures) {
    try {
      Process process = new ProcessBuilder(command, "--version").redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean ended = process.waitFor(10, TimeUnit.SECONDS);
      Matcher version = VERSION.matcher(output);
      if (ended && process.exitValue() == 0 && version.find() && isNewEnough(version)) {
        return true;
      }
      failures.add(command + ": " + output + " (expected 6.2 or newer)");
      return false;
    } catch (IOException e) {
      failures.add(command + ": " + e.getMessage());
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add(command + ": interrupted");
      return false;
    }
  }

  private static boolean isNewEnough(Matcher version) {
    int major = Integer.parseInt(version.group(1));
    return major > 6 || (major == 6 && Integer.parseInt(version.group(2)) >= 2);
  }
}
