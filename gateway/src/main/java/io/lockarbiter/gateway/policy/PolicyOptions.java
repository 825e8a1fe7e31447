package io.lockarbiter.gateway.policy;

import io.lockarbiter.gateway.access.Right;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * A policy engine, and how it is asked.
 *
 * @param address the address of its decision
 * @param rights the rights about which it is asked; the rules alone give the others
 * @param timeout the longest wait for an answer
 * @param keep how long an answer counts for equal questions; zero = each is asked
 * @param inFlight most questions without an answer; as many more about {@link Right#HOLD}
 */
public record PolicyOptions(
    URI address, Set<Right> rights, Duration timeout, Duration keep, int inFlight) {}
