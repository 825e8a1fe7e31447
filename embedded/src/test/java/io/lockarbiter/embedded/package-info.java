/** Tests of the command line. */
@NullMarked
package io.lockarbiter.embedded;

import org.jspecify.annotations.NullMarked;
