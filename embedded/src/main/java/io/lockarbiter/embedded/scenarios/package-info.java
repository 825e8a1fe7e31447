/** Scenario files: commands and the events that they must cause, run against any store. */
@NullMarked
package io.lockarbiter.embedded.scenarios;

import org.jspecify.annotations.NullMarked;
