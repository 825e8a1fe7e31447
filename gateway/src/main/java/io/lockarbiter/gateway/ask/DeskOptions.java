package io.lockarbiter.gateway.ask;

import java.time.Duration;

/**
 * The bounds of a desk.
 *
 * @param clockDifference the largest difference allowed between the brokers' clocks
 * @param answerTimeout longest wait for an answer of the arbiter
 * @param maxInFlight most commands without an answer, requests that wait among them
 */
public record DeskOptions(Duration clockDifference, Duration answerTimeout, int maxInFlight) {}
