/** Workers on a made-up consumer, with leases that a test moves. */
@NullMarked
package io.lockarbiter.client.work;

import org.jspecify.annotations.NullMarked;
