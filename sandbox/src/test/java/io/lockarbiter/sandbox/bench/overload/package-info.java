/** Tests of {@code lockarbiter bench overload}. */
@NullMarked
package io.lockarbiter.sandbox.bench.overload;

import org.jspecify.annotations.NullMarked;
