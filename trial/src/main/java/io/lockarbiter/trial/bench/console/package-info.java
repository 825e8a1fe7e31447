/**
 * {@code lockarbiter bench console}: how long an event takes to the screen, and what the pages and
 * the console take in memory meanwhile.
 */
@NullMarked
package io.lockarbiter.trial.bench.console;

import org.jspecify.annotations.NullMarked;
