/** The command {@code bench}; each package below is one of its benchmarks, or their stage. */
@NullMarked
package io.lockarbiter.trial.bench;

import org.jspecify.annotations.NullMarked;
