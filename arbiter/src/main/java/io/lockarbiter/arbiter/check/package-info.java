/** What is verified at start-up, and what is said if it is refused. */
@NullMarked
package io.lockarbiter.arbiter.check;

import org.jspecify.annotations.NullMarked;
