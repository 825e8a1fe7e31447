/** What a hostile account does to others of its partition, and to other partitions. */
@NullMarked
package io.lockarbiter.trial.bench.neighbours;

import org.jspecify.annotations.NullMarked;
