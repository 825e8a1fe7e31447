package io.lockarbiter.contracts.testing;

import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What some tests need and a machine may lack. */
public enum OptionalTool {
  /** A {@code redis-server} of the system, beside the bundled one. */
  REDIS_SERVER("redis-server") {
    @Override
    public @Nullable String missing() {
      return absent("redis-server");
    }
  },
  /** Chromium and its driver. */
  BROWSER("chromium chromium-driver") {
    @Override
    public @Nullable String missing() {
      String browser = absent("chromium");
      return browser == null ? absent("chromedriver") : browser;
    }
  },
  /** MariaDB's server, without its service. */
  MARIADB("mariadb-server-core") {
    @Override
    public @Nullable String missing() {
      return absent("mariadbd");
    }
  },
  /** An engine that runs containers. */
  DOCKER("docker.io, and start the engine") {
    @Override
    public @Nullable String missing() {
      String given = System.getenv("DOCKER_HOST");
      if (given != null && !given.startsWith("unix://")) {
        return null;
      }
      String home = System.getProperty("user.home");
      Stream<@Nullable String> sockets =
          given != null
              ? Stream.of(given.substring("unix://".length()))
              : Stream.of(
                  "/var/run/docker.sock",
                  inRuntimeDirectory("docker.sock"),
                  home + "/.docker/run/docker.sock",
                  home + "/.docker/desktop/docker.sock");
      return sockets.filter(Objects::nonNull).map(Path::of).anyMatch(OptionalTool::answers)
          ? null
          : "no Docker engine answers";
    }
  };

  private final String packages;

  OptionalTool(String packages) {
    this.packages = packages;
  }

  /** What is missing here; null if nothing is. */
  public abstract @Nullable String missing();

  /** What mends it. */
  String fix() {
    return "Fix: apt-get install " + packages;
  }

  /** The program named by the system property {@code lockarbiter.NAME}, else on the PATH. */
  public static Optional<Path> find(String program) {
    String given = System.getProperty("lockarbiter." + program);
    Stream<Path> places =
        given != null
            ? Stream.of(Path.of(given))
            : Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program));
    return places.filter(Files::isExecutable).findFirst();
  }

  private static @Nullable String absent(String program) {
    if (find(program).isPresent()) {
      return null;
    }
    String property = "lockarbiter." + program;
    String given = System.getProperty(property);
    return given == null
        ? program + " is not on the PATH, and -D" + property + " names none"
        : property + "=" + given + " is no program";
  }

  private static @Nullable String inRuntimeDirectory(String name) {
    String directory = System.getenv("XDG_RUNTIME_DIR");
    return directory == null ? null : directory + "/" + name;
  }

  private static boolean answers(Path socket) {
    if (!Files.exists(socket)) {
      return false;
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      channel.write(
          ByteBuffer.wrap(
              "GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(64);
      channel.read(answer);
      return new String(answer.array(), StandardCharsets.US_ASCII).contains(" 200 ");
    } catch (IOException e) {
      return false;
    }
  }
}
