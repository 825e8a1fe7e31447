/** Uploads that yield their folder when they are asked to, and the deletion that asks. */
@NullMarked
package io.lockarbiter.embedded.demo.yielding;

import org.jspecify.annotations.NullMarked;
