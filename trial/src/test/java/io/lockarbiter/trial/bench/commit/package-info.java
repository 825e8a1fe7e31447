/** Tests of what commits cost. */
@NullMarked
package io.lockarbiter.trial.bench.commit;

import org.jspecify.annotations.NullMarked;
