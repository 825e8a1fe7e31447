/** Trials of the whole product, run by hand and nightly: each command has a package of its own. */
@NullMarked
package io.lockarbiter.trial;

import org.jspecify.annotations.NullMarked;
