/** The traffic of the demo for many minutes while instances come and go, judged at its end. */
@NullMarked
package io.lockarbiter.trial.bench.soak;

import org.jspecify.annotations.NullMarked;
