package io.lockarbiter.contracts.event;

/**
 * The members of every event.
 *
 * @param seq number of the event in its partition: 1, 2, 3 … without gap
 * @param at log time, epoch ms
 * @param commandId the id of the command answered; the acquire's id if time or another command
 *     caused the event
 */
public record EventHead(long seq, long at, String account, String commandId, Cause cause) {}
