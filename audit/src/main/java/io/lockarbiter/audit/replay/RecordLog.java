package io.lockarbiter.audit.replay;

import org.jspecify.annotations.Nullable;

/** One partition of one topic, read once from its beginning to the end it had when opened. */
public interface RecordLog extends AutoCloseable {

  /** Returns the first retained offset; 0 if nothing was ever removed. */
  long begin();

  /** Returns the offset at which reading ends, to show progress; −1 if unknown. */
  long end();

  /** The next record in the order of offsets; null at the end. */
  @Nullable AuditRecord next();

  /** Closes its source. */
  @Override
  default void close() {}
}
