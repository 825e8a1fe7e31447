/** Locks and fencing for upload servers that are made of tus-java-server. */
@NullMarked
package io.lockarbiter.tus;

import org.jspecify.annotations.NullMarked;
