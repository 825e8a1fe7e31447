/** The console: who holds what, why others wait, what happened. */
@NullMarked
package io.lockarbiter.console;

import org.jspecify.annotations.NullMarked;
