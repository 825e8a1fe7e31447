/** Tests of {@code lockarbiter bench overload}. */
@NullMarked
package io.lockarbiter.trial.bench.overload;

import org.jspecify.annotations.NullMarked;
