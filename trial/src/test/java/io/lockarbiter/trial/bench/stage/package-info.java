/** Tests of what benchmarks are run on. */
@NullMarked
package io.lockarbiter.trial.bench.stage;

import org.jspecify.annotations.NullMarked;
