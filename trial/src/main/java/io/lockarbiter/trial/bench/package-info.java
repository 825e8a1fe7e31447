/** Measurements that stand in the README; none of them is a test. */
@NullMarked
package io.lockarbiter.trial.bench;

import org.jspecify.annotations.NullMarked;
