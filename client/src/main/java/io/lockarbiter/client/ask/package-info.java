/** Sends commands, matches their answers, and repeats unanswered commands. */
@NullMarked
package io.lockarbiter.client.ask;

import org.jspecify.annotations.NullMarked;
