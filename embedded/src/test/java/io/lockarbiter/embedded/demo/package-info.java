/** Tests of the demo. */
@NullMarked
package io.lockarbiter.embedded.demo;

import org.jspecify.annotations.NullMarked;
