/** Tests of the console on top of the model. */
@NullMarked
package io.lockarbiter.console;

import org.jspecify.annotations.NullMarked;
