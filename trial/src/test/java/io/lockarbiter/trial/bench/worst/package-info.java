/** Tests of the bench of hostile input. */
@NullMarked
package io.lockarbiter.trial.bench.worst;

import org.jspecify.annotations.NullMarked;
