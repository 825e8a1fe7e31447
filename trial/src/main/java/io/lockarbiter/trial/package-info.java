/** Trials of the whole, by hand and by night: each command is a package of its own. */
@NullMarked
package io.lockarbiter.trial;

import org.jspecify.annotations.NullMarked;
