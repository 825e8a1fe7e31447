/** A kit for every guard, a naive guard to compare with, and random histories. */
@NullMarked
package io.lockarbiter.client.fence;

import org.jspecify.annotations.NullMarked;
