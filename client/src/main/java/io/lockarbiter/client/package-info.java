/** The public API of the client: requests, leases, refusals. The packages below do the work. */
@NullMarked
package io.lockarbiter.client;

import org.jspecify.annotations.NullMarked;
