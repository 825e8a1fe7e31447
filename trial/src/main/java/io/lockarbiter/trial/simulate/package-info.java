/**
 * The whole life of a partition – the arbiter's own worker, pipeline, start rule and recovery – on
 * a simulated log and a simulated Redis, in one thread and in virtual time, under faults at every
 * call.
 */
@NullMarked
package io.lockarbiter.trial.simulate;

import org.jspecify.annotations.NullMarked;
