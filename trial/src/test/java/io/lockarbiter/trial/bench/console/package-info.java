@NullMarked
package io.lockarbiter.trial.bench.console;

import org.jspecify.annotations.NullMarked;
