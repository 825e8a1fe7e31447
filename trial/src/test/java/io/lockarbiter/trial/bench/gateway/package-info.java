/** Tests of the bench of the gateway. */
@NullMarked
package io.lockarbiter.trial.bench.gateway;

import org.jspecify.annotations.NullMarked;
