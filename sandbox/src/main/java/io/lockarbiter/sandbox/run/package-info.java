/** How a command of the command line runs and ends. */
@NullMarked
package io.lockarbiter.sandbox.run;

import org.jspecify.annotations.NullMarked;
