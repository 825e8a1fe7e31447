/**
 * The state of a partition behind one interface, {@link io.lockarbiter.lua.store.LockStore}, and
 * its Lua on Redis.
 */
@NullMarked
package io.lockarbiter.lua.store;

import org.jspecify.annotations.NullMarked;
