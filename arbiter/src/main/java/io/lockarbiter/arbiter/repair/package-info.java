/** What a human has agreed to be done about a partition that stands still. */
@NullMarked
package io.lockarbiter.arbiter.repair;

import org.jspecify.annotations.NullMarked;
