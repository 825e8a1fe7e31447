/** Commands: imperative requests on {@code lock.commands}. */
@NullMarked
package io.lockarbiter.contracts.command;

import org.jspecify.annotations.NullMarked;
