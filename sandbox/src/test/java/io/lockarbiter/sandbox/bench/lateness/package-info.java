/** Tests of lateness. */
@NullMarked
package io.lockarbiter.sandbox.bench.lateness;

import org.jspecify.annotations.NullMarked;
