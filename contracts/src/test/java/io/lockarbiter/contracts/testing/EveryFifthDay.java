package io.lockarbiter.contracts.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Cuts the tests of a class in five parts by their names. A build runs one part, the build of the
 * next day the next one, and all nightly tests that it asks for. {@code -Dday=all} runs every test;
 * {@code -Dday=N} runs those of a day, counted from 1970 as {@code .ci/share} does.
 *
 * <p>It is for tests that cost much and whose other parts guard the same code. It also applies to
 * subclasses and to nested classes. {@code docs/TESTS.md} has a row for each class.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface EveryFifthDay {}
