@NullMarked
package io.lockarbiter.sandbox.bench.tus;

import org.jspecify.annotations.NullMarked;
