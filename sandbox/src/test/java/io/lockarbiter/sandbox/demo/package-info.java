/** Tests of the demo. */
@NullMarked
package io.lockarbiter.sandbox.demo;

import org.jspecify.annotations.NullMarked;
