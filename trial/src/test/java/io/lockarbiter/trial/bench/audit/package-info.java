/** The bench of the audit, at a small size. */
@NullMarked
package io.lockarbiter.trial.bench.audit;

import org.jspecify.annotations.NullMarked;
