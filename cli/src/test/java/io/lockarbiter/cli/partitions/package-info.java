/** Tests of the reports on the partitions of running arbiters. */
@NullMarked
package io.lockarbiter.cli.partitions;

import org.jspecify.annotations.NullMarked;
