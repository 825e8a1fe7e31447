/** What the fencing guards cost, and whom they keep waiting. */
@NullMarked
package io.lockarbiter.sandbox.bench.guard;

import org.jspecify.annotations.NullMarked;
