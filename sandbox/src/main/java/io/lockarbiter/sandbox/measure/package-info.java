/** What demo and benchmarks measure with. */
@NullMarked
package io.lockarbiter.sandbox.measure;

import org.jspecify.annotations.NullMarked;
