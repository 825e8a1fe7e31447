/** Tests of the load. */
@NullMarked
package io.lockarbiter.sandbox.load;

import org.jspecify.annotations.NullMarked;
