package io.lockarbiter.audit.replay;

import org.jspecify.annotations.Nullable;

/** One partition of one topic, read once from its beginning to the end it had when opened. */
public interface RecordLog extends AutoCloseable {

  /** The first offset that is retained; 0 if nothing was ever removed. */
  long begin();

  /** The offset before which reading ends; only for showing progress, −1 if unknown. */
  long end();

  /** The next record in the order of offsets; null at the end. */
  @Nullable AuditRecord next();

  /** Lets go of what it reads from. */
  @Override
  default void close() {}
}
