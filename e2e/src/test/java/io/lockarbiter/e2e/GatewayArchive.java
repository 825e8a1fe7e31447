package io.lockarbiter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The classes of a gateway, read and verified once for all that the tests of this JVM start: a
 * start then costs half of the CPU, 4.5 s instead of 8.5 s. Only {@link KilledGateways} uses it,
 * and no test that measures latencies. The JVM can archive classes of jars only, so where a module
 * is a folder on the class path, as without {@code package}, gateways start without.
 */
final class GatewayArchive {
  private static final Path FILE =
      Path.of("target", "gateway-%d.jsa".formatted(ProcessHandle.current().pid()));

  private GatewayArchive() {}

  /** Returns the JVM's options; the first call starts and ends a gateway to have the classes. */
  static List<String> options(Deployment deployment, Map<String, String> settings, String key)
      throws IOException, InterruptedException {
    if (GatewayProcess.isInFolders()) {
      return List.of();
    }
    if (!Files.exists(FILE)) {
      FILE.toFile().deleteOnExit();
      try (GatewayProcess first =
          GatewayProcess.start(deployment, settings, List.of("-XX:ArchiveClassesAtExit=" + FILE))) {
        GatewayCaller caller = GatewayCaller.of(first.awaitAddress(), key, "first").awaitReady();
        caller.renew("none");
        first.terminate();
        first.awaitExit();
      }
    }
    return List.of("-XX:SharedArchiveFile=" + FILE, "-XX:+UseSerialGC", "-Xms8m");
  }
}
