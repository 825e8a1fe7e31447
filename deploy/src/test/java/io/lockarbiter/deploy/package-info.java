/** The chart, rendered and judged without a cluster. */
@NullMarked
package io.lockarbiter.deploy;

import org.jspecify.annotations.NullMarked;
