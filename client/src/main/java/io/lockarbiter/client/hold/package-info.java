/** Holding: from a grant to a lease, its renewals, its safe end, its release. */
@NullMarked
package io.lockarbiter.client.hold;

import org.jspecify.annotations.NullMarked;
