package io.lockarbiter.contracts.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test that needs a program which a machine may lack. On such a machine it is left out,
 * with a line that names the program and how to get it. If the system property {@code
 * lockarbiter.optional} is {@code required}, it fails instead.
 *
 * <p>It applies from a class, one of its superclasses or interfaces, an enclosing class, a method,
 * or an annotation of any of these. Several add up. All such tests have the tag {@code optional}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Repeatable(Needs.All.class)
@Tag("optional")
@ExtendWith(NeedsCondition.class)
public @interface Needs {
  /** The program that it needs. */
  OptionalTool value();

  /** Holds several needs of one element; the compiler writes it. */
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @Inherited
  @interface All {
    /** The needs. */
    Needs[] value();
  }
}
