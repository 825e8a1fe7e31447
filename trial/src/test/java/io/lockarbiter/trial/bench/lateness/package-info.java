/** Tests of lateness. */
@NullMarked
package io.lockarbiter.trial.bench.lateness;

import org.jspecify.annotations.NullMarked;
