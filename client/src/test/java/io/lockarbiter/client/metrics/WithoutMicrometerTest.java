package io.lockarbiter.client.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.testing.FakeArbiter;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The client on a class path without Micrometer. */
class WithoutMicrometerTest {
  /** Runs on that class path. */
  public static final class Acquire implements Callable<String> {
    @Override
    public String call() throws Exception {
      try (var client = new FakeArbiter().client("gateway");
          var lease = client.acquire(LockRequest.upload("acme", "u1", "/a"))) {
        return lease.isValid()
            + " "
            + client.health().status()
            + " "
            + client.statistics().granted();
      }
    }
  }

  @Test
  void client_worksWithoutMicrometer() throws Exception {
    URL[] urls =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("micrometer"))
            .map(WithoutMicrometerTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> loader.loadClass("io.micrometer.core.instrument.Meter"))
          .isInstanceOf(ClassNotFoundException.class);

      Object acquire =
          loader.loadClass(Acquire.class.getName()).getDeclaredConstructor().newInstance();

      assertThat(((Callable<?>) acquire).call()).isEqualTo("true READY 1");
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
