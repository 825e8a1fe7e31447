package io.lockarbiter.contracts.command;

import org.jspecify.annotations.Nullable;

/**
 * A record with a readable account and command id that is no valid command: it is answered {@code
 * rejected INVALID}.
 *
 * @param field the first bad field, RULES.md, Order of a decision
 * @param message what is wrong with it, fit for a user; holds no payload
 * @param replyTo null if none was given or it is no valid id
 */
public record Refusal(
    String account, String commandId, @Nullable String replyTo, String field, String message) {}
