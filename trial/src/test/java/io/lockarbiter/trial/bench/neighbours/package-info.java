/** Tests of the bench of hostile neighbours. */
@NullMarked
package io.lockarbiter.trial.bench.neighbours;

import org.jspecify.annotations.NullMarked;
