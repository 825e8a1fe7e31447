package io.lockarbiter.audit.verify;

/** The state of a partition is too large beside those of others. */
final class NoRoomException extends RuntimeException {}
