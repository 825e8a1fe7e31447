/** Programs of one page. */
@NullMarked
package io.lockarbiter.examples;

import org.jspecify.annotations.NullMarked;
