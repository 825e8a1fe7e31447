package io.lockarbiter.contracts.lock;

/**
 * The name of a session: an account, and the owner that has it.
 *
 * @param owner its session is not null
 */
public record SessionKey(String account, Owner owner) {}
