package io.lockarbiter.contracts.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every {@code await()} wait long enough for a busy machine. JUnit finds it in every module
 * that has these classes.
 */
public final class Patience implements BeforeAllCallback {
  /** The longest time that a test waits for something that must happen. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
