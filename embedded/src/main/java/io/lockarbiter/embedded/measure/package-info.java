/** Histograms and quantiles of the demo and of benchmarks. */
@NullMarked
package io.lockarbiter.embedded.measure;

import org.jspecify.annotations.NullMarked;
