/** What hostile input costs Redis at the most, though it is legal. */
@NullMarked
package io.lockarbiter.trial.bench.worst;

import org.jspecify.annotations.NullMarked;
