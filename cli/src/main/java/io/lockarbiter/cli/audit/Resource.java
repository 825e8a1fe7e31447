package io.lockarbiter.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A text on the class path. */
final class Resource {
  private Resource() {}

  /** The text, with line feeds as line ends, as browsers read it. */
  static String text(String name) {
    try (InputStream in = Resource.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "resource " + name + " is not on the class path. Fix: build again, with ./mvnw clean");
      }
      return new String(in.readAllBytes(), UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read resource " + name, e);
    }
  }
}
