package io.lockarbiter.sandbox.embedded;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that starts containers: left out where no Docker engine answers, unless the property
 * {@code lockarbiter.containers} is {@code required}; then it runs and fails there.
 */
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ContainersCondition.class)
public @interface NeedsContainers {}
