/** Tests of the command line. */
@NullMarked
package io.lockarbiter.trial;

import org.jspecify.annotations.NullMarked;
