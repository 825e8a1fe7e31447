/** Tests of the bench of hostile neighbours. */
@NullMarked
package io.lockarbiter.sandbox.bench.neighbours;

import org.jspecify.annotations.NullMarked;
