package io.lockarbiter.e2e;

import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.cli.audit.AuditCommand;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.Infrastructure;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An arbiter in a process that can be killed. */
final class ArbiterProcess {
  private ArbiterProcess() {}

  static JavaProcess start(Infrastructure infrastructure, Map<String, String> settings) {
    return start(infrastructure, settings, classPath());
  }

  /**
   * Starts an arbiter of another build: its differing classes and scripts come first on the class
   * path.
   */
  static JavaProcess start(
      Infrastructure infrastructure, Map<String, String> settings, Path build) {
    return start(infrastructure, settings, build + File.pathSeparator + classPath());
  }

  private static JavaProcess start(
      Infrastructure infrastructure, Map<String, String> settings, String classPath) {
    List<String> arguments =
        ArbiterNode.arguments(infrastructure, settings).entrySet().stream()
            .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
            .toList();
    return JavaProcess.start(classPath, ArbiterApplication.class.getName(), arguments);
  }

  /**
   * Returns the class path of production: without embedded and cli, and above all without their log
   * settings.
   */
  static String classPath() {
    Set<Path> others =
        Set.of(home(Infrastructure.class), home(AuditCommand.class), home(ArbiterProcess.class));
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !others.contains(Path.of(entry).toAbsolutePath().normalize()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
