package io.lockarbiter.lua.redis;

/**
 * The arguments of a call of {@code restore.lua}, in their order; the chunk of the step follows.
 */
enum RestoreArgument {
  IDENTITY,
  RESTORING,
  STEP
}
