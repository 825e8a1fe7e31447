/**
 * Chaos: brokers, Redis with a replica, and arbiters run as processes and break in every way, under
 * commands of all kinds; at the end comes the judgement.
 */
@NullMarked
package io.lockarbiter.trial.chaos;

import org.jspecify.annotations.NullMarked;
