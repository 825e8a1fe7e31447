/** Tests of {@code lockarbiter bench jobs}. */
@NullMarked
package io.lockarbiter.sandbox.bench.jobs;

import org.jspecify.annotations.NullMarked;
