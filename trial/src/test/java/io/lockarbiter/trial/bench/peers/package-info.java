/** Tests of the figures beside the peers. */
@NullMarked
package io.lockarbiter.trial.bench.peers;

import org.jspecify.annotations.NullMarked;
