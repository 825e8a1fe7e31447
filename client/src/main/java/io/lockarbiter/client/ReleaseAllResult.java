package io.lockarbiter.client;

/**
 * The numbers of locks and requests that were ended together. An ending whose answer got lost is
 * not counted, nor is one by a copy of a command, which is sent when the answer takes long.
 *
 * @param released held locks
 * @param cancelled waiting requests
 */
public record ReleaseAllResult(long released, long cancelled) {}
