/** How late what is due becomes an event while nobody speaks. */
@NullMarked
package io.lockarbiter.trial.bench.lateness;

import org.jspecify.annotations.NullMarked;
