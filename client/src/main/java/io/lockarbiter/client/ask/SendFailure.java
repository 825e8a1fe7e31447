package io.lockarbiter.client.ask;

/**
 * The reason why a command was probably not appended.
 *
 * @param what the cause, for people
 * @param isFinal whether another attempt would fail as this one did
 */
public record SendFailure(String what, boolean isFinal) {}
