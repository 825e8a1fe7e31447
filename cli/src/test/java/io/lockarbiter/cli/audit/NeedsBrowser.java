package io.lockarbiter.cli.audit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that needs Chromium and its driver: left out where they are not installed, unless the
 * property {@code lockarbiter.containers} is {@code required}; then it runs and fails there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserCondition.class)
@interface NeedsBrowser {}
