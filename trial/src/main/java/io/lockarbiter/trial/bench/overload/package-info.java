/**
 * {@code lockarbiter bench overload}: more commands than can be decided, and what is left of it.
 */
@NullMarked
package io.lockarbiter.trial.bench.overload;

import org.jspecify.annotations.NullMarked;
