package io.lockarbiter.lua.redis;

/** The arguments of a call of {@code restore.lua}, in their order; what the step brings follows. */
enum RestoreArgument {
  IDENTITY,
  RESTORING,
  STEP
}
