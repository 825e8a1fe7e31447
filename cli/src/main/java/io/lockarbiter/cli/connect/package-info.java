/** How commands reach the arbiters' HTTP sides and Kafka. */
@NullMarked
package io.lockarbiter.cli.connect;

import org.jspecify.annotations.NullMarked;
