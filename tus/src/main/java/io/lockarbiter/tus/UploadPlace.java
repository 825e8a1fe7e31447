package io.lockarbiter.tus;

/**
 * The lock of an upload: its path, and its owner.
 *
 * @param account the tree in which the upload lies
 * @param subAccount the sub-account of the lock: limits per sub-account count by it, and others see
 *     it as their blocker
 * @param path the path of this upload alone
 */
public record UploadPlace(String account, String subAccount, String path) {}
