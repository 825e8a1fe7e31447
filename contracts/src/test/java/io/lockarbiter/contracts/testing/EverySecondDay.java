package io.lockarbiter.contracts.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Cuts the tests of a class in two halves by their names. A build runs one half on one day and the
 * other half on the next, and all nightly tests on each day. {@code -Dday=all} runs every test;
 * {@code -Dday=N} runs those of a day, counted from 1970 as {@code .ci/share} does.
 *
 * <p>It is for tests that cost much and whose other half guards the same code. It also applies to
 * subclasses and to nested classes.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface EverySecondDay {}
