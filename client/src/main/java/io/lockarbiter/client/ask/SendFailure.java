package io.lockarbiter.client.ask;

/**
 * Why a command was probably not appended.
 *
 * @param what the cause, for people
 * @param isFinal whether another attempt would fail as this one did
 */
public record SendFailure(String what, boolean isFinal) {}
