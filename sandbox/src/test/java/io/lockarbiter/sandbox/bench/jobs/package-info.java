/** Many jobs through a few workers that are killed all the time, and what became of each. */
@NullMarked
package io.lockarbiter.sandbox.bench.jobs;

import org.jspecify.annotations.NullMarked;
