/** Events: decisions on {@code lock.events}, past tense. */
@NullMarked
package io.lockarbiter.contracts.event;

import org.jspecify.annotations.NullMarked;
