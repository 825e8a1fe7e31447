/** Tests of what commits cost. */
@NullMarked
package io.lockarbiter.sandbox.bench.commit;

import org.jspecify.annotations.NullMarked;
