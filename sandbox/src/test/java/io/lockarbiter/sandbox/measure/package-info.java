/** Tests of the measure. */
@NullMarked
package io.lockarbiter.sandbox.measure;

import org.jspecify.annotations.NullMarked;
