/** Tests of the judgement. */
@NullMarked
package io.lockarbiter.embedded.judge;

import org.jspecify.annotations.NullMarked;
