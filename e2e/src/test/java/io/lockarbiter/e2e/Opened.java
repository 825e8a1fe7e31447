package io.lockarbiter.e2e;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that are closed together, the latest first, each of them even if another fails. */
final class Opened implements AutoCloseable {
  private final Deque<AutoCloseable> all = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    all.push(resource);
    return resource;
  }

  @Override
  public void close() throws Exception {
    if (!all.isEmpty()) {
      try {
        all.pop().close();
      } finally {
        close();
      }
    }
  }
}
