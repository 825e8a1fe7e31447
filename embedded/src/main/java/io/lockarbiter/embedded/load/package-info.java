/** A load generator: sends as many commands as the arbiter decides, and measures that rate. */
@NullMarked
package io.lockarbiter.embedded.load;

import org.jspecify.annotations.NullMarked;
