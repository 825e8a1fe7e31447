/** The cost of decisions in Redis, beside no broker and no arbiter. */
@NullMarked
package io.lockarbiter.trial.bench.decide;

import org.jspecify.annotations.NullMarked;
