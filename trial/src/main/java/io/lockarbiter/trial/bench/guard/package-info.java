/** What the fencing guards cost, and whom they keep waiting. */
@NullMarked
package io.lockarbiter.trial.bench.guard;

import org.jspecify.annotations.NullMarked;
