/** What becomes of uploads whose servers are killed. */
@NullMarked
package io.lockarbiter.trial.bench.tus;

import org.jspecify.annotations.NullMarked;
