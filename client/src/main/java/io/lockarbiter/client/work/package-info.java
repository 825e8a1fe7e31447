/** Locks as jobs: a pool of workers takes granted locks, works under them, and releases them. */
@NullMarked
package io.lockarbiter.client.work;

import org.jspecify.annotations.NullMarked;
