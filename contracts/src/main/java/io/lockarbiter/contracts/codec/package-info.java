/** Reads and writes the bytes of version 1 of the wire contract. */
@NullMarked
package io.lockarbiter.contracts.codec;

import org.jspecify.annotations.NullMarked;
