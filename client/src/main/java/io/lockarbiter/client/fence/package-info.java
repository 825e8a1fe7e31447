/** The storage's side of a fencing token: a late writer is refused where its lock was overtaken. */
@NullMarked
package io.lockarbiter.client.fence;

import org.jspecify.annotations.NullMarked;
