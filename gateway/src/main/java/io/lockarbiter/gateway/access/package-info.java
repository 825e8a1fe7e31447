/** Keys, rules and quotas. */
@NullMarked
package io.lockarbiter.gateway.access;

import org.jspecify.annotations.NullMarked;
