@NullMarked
package io.lockarbiter.trial.bench.tus;

import org.jspecify.annotations.NullMarked;
