/** Judges runs by their topics and by Redis; used by chaos, fuzzing and the demo. */
@NullMarked
package io.lockarbiter.embedded.judge;

import org.jspecify.annotations.NullMarked;
