/** What becomes of uploads whose servers are killed. */
@NullMarked
package io.lockarbiter.sandbox.bench.tus;

import org.jspecify.annotations.NullMarked;
