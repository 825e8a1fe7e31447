@NullMarked
package io.lockarbiter.sandbox.bench.console;

import org.jspecify.annotations.NullMarked;
