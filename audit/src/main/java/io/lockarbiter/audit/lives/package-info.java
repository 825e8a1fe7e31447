/** Lives of locks and outcomes of commands, built from the events. */
@NullMarked
package io.lockarbiter.audit.lives;

import org.jspecify.annotations.NullMarked;
