/** A lock registry of Spring Integration. */
@NullMarked
package io.lockarbiter.spring.integration;

import org.jspecify.annotations.NullMarked;
