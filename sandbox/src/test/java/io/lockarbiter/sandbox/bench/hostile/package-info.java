/** Tests of {@code lockarbiter bench hostile}. */
@NullMarked
package io.lockarbiter.sandbox.bench.hostile;

import org.jspecify.annotations.NullMarked;
