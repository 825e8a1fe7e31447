/** How the partitions of running arbiters stand. */
@NullMarked
package io.lockarbiter.cli.partitions;

import org.jspecify.annotations.NullMarked;
