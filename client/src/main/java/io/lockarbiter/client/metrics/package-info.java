/** Meters of clients and workers for Micrometer; the rest of the client does not need it. */
@NullMarked
package io.lockarbiter.client.metrics;

import org.jspecify.annotations.NullMarked;
