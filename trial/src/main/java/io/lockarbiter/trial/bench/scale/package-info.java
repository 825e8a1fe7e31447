/** {@code lockarbiter bench scale}: one deployment on few and on many processes. */
@NullMarked
package io.lockarbiter.trial.bench.scale;

import org.jspecify.annotations.NullMarked;
