/** The examples, run as a reader would run them. */
@NullMarked
package io.lockarbiter.sandbox.examples;

import org.jspecify.annotations.NullMarked;
