/** Tests of the load. */
@NullMarked
package io.lockarbiter.embedded.load;

import org.jspecify.annotations.NullMarked;
