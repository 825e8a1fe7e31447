/** The examples, run as a reader would run them. */
@NullMarked
package io.lockarbiter.e2e.examples;

import org.jspecify.annotations.NullMarked;
