package io.lockarbiter.lua.store;

import java.util.List;

/**
 * A page of an account's entries, as they stood at one moment.
 *
 * @param entries the entries of the page; may be empty
 * @param next cursor of the page after this one; empty if this is the last
 * @param seq last event of the records that the state had applied wholly at that moment
 * @param last the last event whose effects the page shows: later than {@code seq} if a record was
 *     half applied
 * @param at log time then, epoch ms
 */
public record AccountPage<T>(List<T> entries, byte[] next, long seq, long last, long at) {}
