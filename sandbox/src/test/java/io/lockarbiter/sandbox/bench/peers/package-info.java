/** Tests of the figures beside the peers. */
@NullMarked
package io.lockarbiter.sandbox.bench.peers;

import org.jspecify.annotations.NullMarked;
