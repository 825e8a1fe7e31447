package io.lockarbiter.contracts.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that needs something a machine may lack: left out there, with a line that says why, unless
 * the system property {@code lockarbiter.optional} is {@code required}; then it fails there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsCondition.class)
public @interface Needs {
  /** What it needs. */
  OptionalTool value();
}
