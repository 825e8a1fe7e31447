/** Tests of standstills. */
@NullMarked
package io.lockarbiter.trial.bench.handover;

import org.jspecify.annotations.NullMarked;
