/** From records to published decisions: one partition, one call to the store, one publication. */
@NullMarked
package io.lockarbiter.arbiter.decide;

import org.jspecify.annotations.NullMarked;
