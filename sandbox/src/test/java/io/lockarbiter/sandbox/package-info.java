/** Tests of the command line. */
@NullMarked
package io.lockarbiter.sandbox;

import org.jspecify.annotations.NullMarked;
