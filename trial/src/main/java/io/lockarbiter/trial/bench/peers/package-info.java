/** Rates and latencies beside Redisson's locks and a transactional echo, on one machine. */
@NullMarked
package io.lockarbiter.trial.bench.peers;

import org.jspecify.annotations.NullMarked;
