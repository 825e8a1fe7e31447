/** Tests of the bench of hostile input. */
@NullMarked
package io.lockarbiter.sandbox.bench.worst;

import org.jspecify.annotations.NullMarked;
