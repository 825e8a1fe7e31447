/** Tests of the demo. */
@NullMarked
package io.lockarbiter.sandbox.demo.yielding;

import org.jspecify.annotations.NullMarked;
