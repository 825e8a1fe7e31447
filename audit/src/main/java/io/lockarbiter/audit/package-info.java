/**
 * Replays the two logs of a deployment: compares decisions with the rules, checks what must hold
 * whatever the rules, and tells what happened. Reads only; knows no Redis.
 */
@NullMarked
package io.lockarbiter.audit;

import org.jspecify.annotations.NullMarked;
