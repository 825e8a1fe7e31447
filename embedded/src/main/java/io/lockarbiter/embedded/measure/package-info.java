/** What demo and benchmarks measure with. */
@NullMarked
package io.lockarbiter.embedded.measure;

import org.jspecify.annotations.NullMarked;
