/** Requests and jobs as observations of Micrometer; the rest of the client works without it. */
@NullMarked
package io.lockarbiter.client.tracing;

import org.jspecify.annotations.NullMarked;
