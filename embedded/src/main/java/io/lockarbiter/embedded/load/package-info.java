/** A load generator: as many commands as the arbiter decides, and how many that are. */
@NullMarked
package io.lockarbiter.embedded.load;

import org.jspecify.annotations.NullMarked;
