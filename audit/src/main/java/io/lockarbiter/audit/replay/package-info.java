/**
 * Reads the two logs of a deployment from any source, and matches each command with the events that
 * it caused. It writes nothing.
 */
@NullMarked
package io.lockarbiter.audit.replay;

import org.jspecify.annotations.NullMarked;
