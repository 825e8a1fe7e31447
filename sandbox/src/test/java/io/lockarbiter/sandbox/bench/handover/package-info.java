/** Tests of standstills. */
@NullMarked
package io.lockarbiter.sandbox.bench.handover;

import org.jspecify.annotations.NullMarked;
