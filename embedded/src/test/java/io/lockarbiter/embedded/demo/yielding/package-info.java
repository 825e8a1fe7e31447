/** Tests of the demo. */
@NullMarked
package io.lockarbiter.embedded.demo.yielding;

import org.jspecify.annotations.NullMarked;
