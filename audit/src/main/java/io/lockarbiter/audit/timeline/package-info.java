/** Locks as bars on a time axis: the selection that a page shows, and its data. */
@NullMarked
package io.lockarbiter.audit.timeline;

import org.jspecify.annotations.NullMarked;
