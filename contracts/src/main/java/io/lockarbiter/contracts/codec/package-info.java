/** Bytes of version 1 of the wire contract, both ways. */
@NullMarked
package io.lockarbiter.contracts.codec;

import org.jspecify.annotations.NullMarked;
