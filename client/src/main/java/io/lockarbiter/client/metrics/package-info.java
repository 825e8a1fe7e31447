/** What a client and a worker count, for Micrometer; the rest of the client goes without it. */
@NullMarked
package io.lockarbiter.client.metrics;

import org.jspecify.annotations.NullMarked;
