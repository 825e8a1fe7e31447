/** Tests of {@code lockarbiter bench jobs}. */
@NullMarked
package io.lockarbiter.trial.bench.jobs;

import org.jspecify.annotations.NullMarked;
