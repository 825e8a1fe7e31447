/** Locks as bars in time: which of them a page shows, and their data. */
@NullMarked
package io.lockarbiter.audit.timeline;

import org.jspecify.annotations.NullMarked;
