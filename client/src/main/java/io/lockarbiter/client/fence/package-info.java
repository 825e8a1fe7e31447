/** The storage's check of fencing tokens: it refuses a late writer where a later lock has acted. */
@NullMarked
package io.lockarbiter.client.fence;

import org.jspecify.annotations.NullMarked;
