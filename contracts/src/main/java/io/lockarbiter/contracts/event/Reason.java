package io.lockarbiter.contracts.event;

/** The reason why a lock or request ended, or was refused. */
public sealed interface Reason permits RejectReason, ReleaseReason {
  /** The reason as it stands in events, such as {@code EXPIRED}. */
  String name();
}
