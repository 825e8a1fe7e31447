/** Tests of the layouts. */
@NullMarked
package io.lockarbiter.sandbox.bench.scale;

import org.jspecify.annotations.NullMarked;
