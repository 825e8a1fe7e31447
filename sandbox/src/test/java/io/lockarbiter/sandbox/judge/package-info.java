/** Tests of the judgement. */
@NullMarked
package io.lockarbiter.sandbox.judge;

import org.jspecify.annotations.NullMarked;
