package io.lockarbiter.contracts.lock;

import org.jspecify.annotations.Nullable;

/**
 * The owner of a lock or waiting request: a sub-account plus, if given, one of its sessions.
 * Another session is another owner.
 *
 * @param session null if the sub-account acts without one
 */
public record Owner(String subAccount, @Nullable String session) {}
