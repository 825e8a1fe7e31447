/** Judges a history by two checks that share only the reading. */
@NullMarked
package io.lockarbiter.audit.verify;

import org.jspecify.annotations.NullMarked;
