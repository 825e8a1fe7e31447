/** Benchmarks run here: on a broker, a Redis and arbiters, each in a process of its own. */
@NullMarked
package io.lockarbiter.trial.bench.stage;

import org.jspecify.annotations.NullMarked;
