package io.lockarbiter.lua.store;

import java.util.List;

/**
 * A page of the locks of an owner, or of a sub-account. The state may change between two pages.
 *
 * @param locks each once; may be empty, also if there are more
 * @param next cursor of the page after this one; empty if this is the last
 */
public record OwnedLocks(List<HeldLock> locks, byte[] next) {}
