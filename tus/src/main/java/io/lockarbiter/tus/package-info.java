/** Locks and fencing for upload servers built on tus-java-server. */
@NullMarked
package io.lockarbiter.tus;

import org.jspecify.annotations.NullMarked;
