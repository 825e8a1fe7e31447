package io.lockarbiter.tus;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a request for an upload asks the one that has its lock to let go. */
enum UploadAsking {
  /** It waits: it may be a stranger's. */
  NOBODY(null),

  /** Only a look: the other lets go if no byte comes for it, as on a line that broke. */
  IF_SILENT(null),

  /** It takes the other's place: the other stores what has come, and ends within a second. */
  AT_ONCE(Duration.ofSeconds(1));

  private final @Nullable Duration grace;

  UploadAsking(@Nullable Duration grace) {
    this.grace = grace;
  }

  /** The time after which the lock is released by force; null = never. */
  @Nullable Duration grace() {
    return grace;
  }
}
