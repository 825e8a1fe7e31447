/** Tests of the judgement and of the plan, and a short run. */
@NullMarked
package io.lockarbiter.trial.bench.soak;

import org.jspecify.annotations.NullMarked;
