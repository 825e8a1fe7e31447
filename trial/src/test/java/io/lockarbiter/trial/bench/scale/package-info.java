/** Tests of the layouts. */
@NullMarked
package io.lockarbiter.trial.bench.scale;

import org.jspecify.annotations.NullMarked;
