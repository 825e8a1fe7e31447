/** Workers on a mock consumer, with leases that a test controls. */
@NullMarked
package io.lockarbiter.client.work;

import org.jspecify.annotations.NullMarked;
