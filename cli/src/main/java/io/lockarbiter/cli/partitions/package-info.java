/** Reports the state of the partitions of running arbiters. */
@NullMarked
package io.lockarbiter.cli.partitions;

import org.jspecify.annotations.NullMarked;
