package io.lockarbiter.contracts.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every {@code await()} wait for as long as a machine may take that has other things to do.
 * Found by JUnit in every module that has these classes.
 */
public final class Patience implements BeforeAllCallback {
  /** How long a test waits for what must happen. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
