package io.lockarbiter.lua.redis;

/** The arguments of a call of a view, in their order; what it is to be shown follows. */
enum ViewArgument {
  /** Empty at first, then what the call before answered. */
  CURSOR,
  MOST_ENTRIES,
  MOST_BYTES,
  BUDGET,
  ACCOUNT
}
