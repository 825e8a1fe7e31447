package io.lockarbiter.lua.store;

import java.util.List;

/**
 * The acquires of one sub-account that count against its rate limit now; log times, epoch ms,
 * oldest first.
 */
public record RateWindow(String account, String subAccount, List<Long> acquiredAt) {}
