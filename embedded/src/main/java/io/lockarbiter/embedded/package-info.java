/** The command line {@code lockarbiter}. */
@NullMarked
package io.lockarbiter.embedded;

import org.jspecify.annotations.NullMarked;
