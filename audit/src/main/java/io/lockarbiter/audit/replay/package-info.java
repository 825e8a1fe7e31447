/**
 * Reads the two logs of a deployment, wherever they come from, and puts each command together with
 * the events that it caused. Reads only.
 */
@NullMarked
package io.lockarbiter.audit.replay;

import org.jspecify.annotations.NullMarked;
