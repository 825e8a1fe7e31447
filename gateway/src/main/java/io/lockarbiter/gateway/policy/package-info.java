/** A policy engine that is asked beside the rules. */
@NullMarked
package io.lockarbiter.gateway.policy;

import org.jspecify.annotations.NullMarked;
