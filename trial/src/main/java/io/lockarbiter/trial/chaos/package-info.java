/**
 * Everything that may break, breaks: brokers, Redis with a replica and arbiters as processes, under
 * commands of all kinds; and at the end the judgement.
 */
@NullMarked
package io.lockarbiter.trial.chaos;

import org.jspecify.annotations.NullMarked;
