/** Tests of what benchmarks are run on. */
@NullMarked
package io.lockarbiter.sandbox.bench.stage;

import org.jspecify.annotations.NullMarked;
