/** What a commit costs: a transaction per partition against one over all partitions. */
@NullMarked
package io.lockarbiter.trial.bench.commit;

import org.jspecify.annotations.NullMarked;
