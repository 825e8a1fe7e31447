/**
 * The link to the log: commands out, answers in; acquires that survive a change of the instance.
 */
@NullMarked
package io.lockarbiter.gateway.ask;

import org.jspecify.annotations.NullMarked;
