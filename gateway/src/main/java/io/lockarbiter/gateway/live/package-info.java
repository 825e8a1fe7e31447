/** The live locks, as the last minutes of events tell them. */
@NullMarked
package io.lockarbiter.gateway.live;

import org.jspecify.annotations.NullMarked;
