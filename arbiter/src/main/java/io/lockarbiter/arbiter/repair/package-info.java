/** Repairs of a halted partition that a person has agreed to. */
@NullMarked
package io.lockarbiter.arbiter.repair;

import org.jspecify.annotations.NullMarked;
