/** The command line {@code lockarbiter}. */
@NullMarked
package io.lockarbiter.sandbox;

import org.jspecify.annotations.NullMarked;
