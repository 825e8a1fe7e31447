/** Many jobs through a few workers that are killed all the time, and what became of each. */
@NullMarked
package io.lockarbiter.trial.bench.jobs;

import org.jspecify.annotations.NullMarked;
