/** Tests of the measure. */
@NullMarked
package io.lockarbiter.embedded.measure;

import org.jspecify.annotations.NullMarked;
