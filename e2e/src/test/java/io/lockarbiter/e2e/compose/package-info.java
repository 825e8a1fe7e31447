/** A client outside the containers, for tests of the containers. */
@NullMarked
package io.lockarbiter.e2e.compose;

import org.jspecify.annotations.NullMarked;
