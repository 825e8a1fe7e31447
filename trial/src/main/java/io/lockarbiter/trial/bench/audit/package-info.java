/** The speed of the audit, on histories that were recorded before. */
@NullMarked
package io.lockarbiter.trial.bench.audit;

import org.jspecify.annotations.NullMarked;
