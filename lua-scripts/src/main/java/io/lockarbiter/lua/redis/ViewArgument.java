package io.lockarbiter.lua.redis;

/** The arguments of a call of a view, in their order; the subject of the view follows. */
enum ViewArgument {
  /** The cursor: empty at first, then the one from the answer before. */
  CURSOR,
  MOST_ENTRIES,
  MOST_BYTES,
  BUDGET,
  ACCOUNT
}
