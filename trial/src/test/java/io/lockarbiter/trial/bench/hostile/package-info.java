/** Tests of {@code lockarbiter bench hostile}. */
@NullMarked
package io.lockarbiter.trial.bench.hostile;

import org.jspecify.annotations.NullMarked;
