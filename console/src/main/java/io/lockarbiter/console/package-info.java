/** The console: it shows who holds locks, why others wait, and what happened. */
@NullMarked
package io.lockarbiter.console;

import org.jspecify.annotations.NullMarked;
