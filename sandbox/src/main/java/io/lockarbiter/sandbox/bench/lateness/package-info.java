/** How late what is due becomes an event while nobody speaks. */
@NullMarked
package io.lockarbiter.sandbox.bench.lateness;

import org.jspecify.annotations.NullMarked;
