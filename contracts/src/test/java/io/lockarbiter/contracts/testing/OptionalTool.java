package io.lockarbiter.contracts.testing;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs that some tests need and a machine may lack. */
public enum OptionalTool {
  /** A {@code redis-server} of the system, beside the bundled one. */
  REDIS_SERVER("apt-get install redis-server, 6.2 or newer") {
    @Override
    public @Nullable String missing() {
      String absent = absent("redis-server");
      return absent == null ? tooOld(version("redis-server").output(), 6, 2) : absent;
    }
  },
  /** The same, new enough to have functions. */
  REDIS_FUNCTIONS("apt-get install redis-server, 7.0 or newer") {
    @Override
    public @Nullable String missing() {
      String absent = absent("redis-server");
      return absent == null ? tooOld(version("redis-server").output(), 7, 0) : absent;
    }
  },
  /** Chromium and its driver. */
  BROWSER("apt-get install chromium chromium-driver") {
    @Override
    public @Nullable String missing() {
      String absent =
          Stream.of("chromium", "chromedriver")
              .map(OptionalTool::absent)
              .filter(Objects::nonNull)
              .collect(joining(", "));
      return absent.isEmpty() ? null : absent;
    }
  },
  /** MariaDB's server, without its service. */
  MARIADB("apt-get install mariadb-server-core") {
    @Override
    public @Nullable String missing() {
      return absent("mariadbd");
    }
  },
  /** The tool of Prometheus that checks rules, without its service. */
  PROMTOOL("apt-get download prometheus, and dpkg -x it: promtool needs nothing else of it") {
    @Override
    public @Nullable String missing() {
      return absent("promtool");
    }
  },
  /** The server of Prometheus, without its service. */
  PROMETHEUS("apt-get download prometheus, and dpkg -x it: prometheus needs nothing else of it") {
    @Override
    public @Nullable String missing() {
      return absent("prometheus");
    }
  },
  /** The usual test of WebDAV servers, with the library that it needs. */
  LITMUS("apt-get download litmus libneon27-gnutls, and dpkg -x both into one folder") {
    @Override
    public @Nullable String missing() {
      return absent("litmus");
    }
  },
  /**
   * The requirements of the embedded PostgreSQL, whose programs come as artifacts: a user other
   * than root, or {@code unshare} to become one.
   */
  POSTGRESQL("run as another user, or apt-get install util-linux and allow user namespaces") {
    @Override
    public @Nullable String missing() {
      if (!"0".equals(run("id", "-u").output())) {
        return null;
      }
      Run other = run("unshare", "-U", "id", "-u");
      return other.code() == 0 && !"0".equals(other.output())
          ? null
          : "PostgreSQL refuses to run as root, and unshare -U gives no other user: "
              + other.output();
    }
  },
  /** Node.js, and the Kafka client of the example for it, where {@code npm install} puts it. */
  NODE("apt-get install nodejs npm, and run npm install in examples/node") {
    @Override
    public @Nullable String missing() {
      String absent = absent("node");
      return absent == null ? absentLibrary("kafkajs") : absent;
    }
  },
  /** Node.js, and the driver of PostgreSQL for it, where {@code npm install} puts it. */
  NODE_POSTGRES("apt-get install nodejs npm, and run npm install in examples/node") {
    @Override
    public @Nullable String missing() {
      String absent = absent("node");
      return absent == null ? absentLibrary("pg") : absent;
    }
  },
  /** Node.js, and the compiler of TypeScript. */
  TYPESCRIPT(
      "apt-get install nodejs npm, and run npm install --no-save typescript in examples/node") {
    @Override
    public @Nullable String missing() {
      String absent = absent("node");
      return absent == null ? absentLibrary("typescript") : absent;
    }
  },
  /** Python, 3.9 or newer. */
  PYTHON("apt-get install python3") {
    @Override
    public @Nullable String missing() {
      return absent("python3");
    }
  },
  /** Python, and the driver of PostgreSQL for it. */
  PYTHON_POSTGRES(
      "apt-get install python3-pip, and run pip install -r examples/python/requirements.txt") {
    @Override
    public @Nullable String missing() {
      String absent = absent("python3");
      if (absent != null || System.getProperty("lockarbiter.psycopg") != null) {
        return absent == null ? absentModule(libraryFolder("psycopg")) : absent;
      }
      Run run = run(find("python3").orElseThrow().toString(), "-c", "import psycopg");
      return run.code() == 0
          ? null
          : "python3 has no psycopg, and -Dlockarbiter.psycopg names no folder";
    }
  },
  /** An engine that runs containers. */
  DOCKER("apt-get install docker.io, and start the engine") {
    @Override
    public @Nullable String missing() {
      String given = System.getenv("DOCKER_HOST");
      if (given == null) {
        String home = System.getProperty("user.home");
        boolean answers =
            Stream.of(
                    "/var/run/docker.sock",
                    inRuntimeDirectory("docker.sock"),
                    home + "/.docker/run/docker.sock",
                    home + "/.docker/desktop/docker.sock")
                .filter(Objects::nonNull)
                .map(Path::of)
                .anyMatch(OptionalTool::answers);
        return answers ? null : "no Docker engine answers";
      }
      boolean answers =
          given.startsWith("unix://")
              ? answers(Path.of(given.substring("unix://".length())))
              : accepts(given);
      return answers ? null : "no Docker engine answers at DOCKER_HOST=" + given;
    }
  };

  private static final Path LIBRARIES = Path.of("..", "examples", "node", "node_modules");
  private static final int DOCKER_PORT = 2375;
  private static final Pattern REDIS_VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)");
  private static final Map<List<String>, Run> RUNS = new ConcurrentHashMap<>();

  private final String fix;

  OptionalTool(String fix) {
    this.fix = fix;
  }

  /** The part that this machine lacks; null if it lacks nothing. */
  public abstract @Nullable String missing();

  /** The way to install it. */
  String fix() {
    return "Fix: " + fix;
  }

  /**
   * Finds the program named by the system property {@code lockarbiter.NAME}, otherwise on the PATH.
   */
  static Optional<Path> find(String program) {
    String given = System.getProperty("lockarbiter." + program);
    Stream<Path> places =
        given != null
            ? Stream.of(Path.of(given))
            : Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), ""))
                .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .map(folder -> Path.of(folder, program));
    return places.filter(Files::isRegularFile).filter(Files::isExecutable).findFirst();
  }

  /** Path of one of its programs, for a test that {@link Needs} it. */
  public String program(String name) {
    expectDeclared();
    return find(name)
        .orElseThrow(() -> new IllegalStateException(absent(name) + ". " + fix()))
        .toString();
  }

  /** Folder of a library of Node.js, for a test that {@link Needs} it. */
  public Path library(String name) {
    expectDeclared();
    return libraryFolder(name).toAbsolutePath().normalize();
  }

  /** The folder named by the system property {@code lockarbiter.NAME}, otherwise the example's. */
  private static Path libraryFolder(String name) {
    String given = System.getProperty("lockarbiter." + name);
    return given == null ? LIBRARIES.resolve(name) : Path.of(given);
  }

  private static @Nullable String absentLibrary(String name) {
    Path folder = libraryFolder(name);
    return Files.isRegularFile(folder.resolve("package.json"))
        ? null
        : "%s is not in %s, and -Dlockarbiter.%s names no other folder"
            .formatted(name, folder, name);
  }

  private static @Nullable String absentModule(Path folder) {
    return Files.isRegularFile(folder.resolve("__init__.py"))
        ? null
        : "lockarbiter.%s=%s is no module of Python".formatted(folder.getFileName(), folder);
  }

  /** Throws if no test of this process has declared yet that it {@link Needs} this. */
  public void expectDeclared() {
    if (!NeedsCondition.declared().contains(this)) {
      throw new IllegalStateException("a test that uses it must say @Needs(" + this + ")");
    }
  }

  private static @Nullable String absent(String program) {
    String property = "lockarbiter." + program;
    String given = System.getProperty(property);
    Optional<Path> found = find(program);
    if (found.isEmpty()) {
      return given == null
          ? program + " is not on the PATH, and -D" + property + " names none"
          : property + "=" + given + " is no program";
    }
    Run run = version(program);
    String name = given == null ? found.get().toString() : property + "=" + given;
    return run.code() == 0 ? null : name + " does not start: " + run.output();
  }

  private static Run version(String program) {
    return run(find(program).orElseThrow().toString(), "--version");
  }

  private static @Nullable String tooOld(String output, int leastMajor, int leastMinor) {
    Matcher version = REDIS_VERSION.matcher(output);
    if (!version.find()) {
      return "redis-server does not say its version: " + output;
    }
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    return major > leastMajor || (major == leastMajor && minor >= leastMinor)
        ? null
        : "redis-server is too old: " + output;
  }

  /** Runs a program once in this process; later calls get the same result. */
  private static Run run(String... command) {
    return RUNS.computeIfAbsent(List.of(command), OptionalTool::start);
  }

  private static Run start(List<String> command) {
    try {
      Path output = Files.createTempFile("optional", ".out");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
          process.destroyForcibly().waitFor();
        }
        String said = Files.readString(output, StandardCharsets.ISO_8859_1).strip();
        String first = said.lines().findFirst().orElse("code " + process.exitValue());
        return new Run(process.exitValue(), first);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      return new Run(-1, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
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

  /**
   * Says whether something listens at a {@code DOCKER_HOST}; an engine behind TLS answers only to
   * Testcontainers. An address of another kind, such as {@code ssh://}, is taken for one.
   */
  static boolean accepts(String address) {
    try (Socket socket = new Socket()) {
      URI host = new URI(address);
      if (List.of("ssh", "npipe").contains(String.valueOf(host.getScheme()))) {
        return true;
      }
      if (host.getHost() == null) {
        return false;
      }
      int port = host.getPort() < 0 ? DOCKER_PORT : host.getPort();
      socket.connect(new InetSocketAddress(host.getHost(), port), 10_000);
      return true;
    } catch (IOException | URISyntaxException | IllegalArgumentException e) {
      return false;
    }
  }

  /** The exit code of a program, and the first line that it wrote. */
  private record Run(int code, String output) {}
}
