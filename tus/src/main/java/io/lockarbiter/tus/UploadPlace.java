package io.lockarbiter.tus;

/**
 * The lock of an upload: its path, and its owner.
 *
 * @param account the tree in which the upload lies
 * @param subAccount who stands for the lock: limits per sub-account count by it, and others see it
 *     as the one who blocks them
 * @param path of the upload, and of no other
 */
public record UploadPlace(String account, String subAccount, String path) {}
