/** The latency of an acquire over HTTP beside that of the Java client, on one machine. */
@NullMarked
package io.lockarbiter.trial.bench.gateway;

import org.jspecify.annotations.NullMarked;
