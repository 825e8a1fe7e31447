/** Tests of the console upon the model. */
@NullMarked
package io.lockarbiter.console;

import org.jspecify.annotations.NullMarked;
