/** How long a partition stands still when instances come and go. */
@NullMarked
package io.lockarbiter.trial.bench.handover;

import org.jspecify.annotations.NullMarked;
