package io.lockarbiter.contracts.lock;

import org.jspecify.annotations.Nullable;

/**
 * Who holds or waits: a sub-account plus, if given, one of its sessions. Another session is another
 * owner.
 *
 * @param session null if the sub-account acts without one
 */
public record Owner(String subAccount, @Nullable String session) {}
