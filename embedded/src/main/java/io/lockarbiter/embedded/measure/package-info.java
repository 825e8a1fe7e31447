/** Measurements of demo and benchmarks. */
@NullMarked
package io.lockarbiter.embedded.measure;

import org.jspecify.annotations.NullMarked;
