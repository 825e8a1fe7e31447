/** What became of locks and commands: the events folded into lives. */
@NullMarked
package io.lockarbiter.audit.lives;

import org.jspecify.annotations.NullMarked;
