/** Tests of the embedded servers. */
@NullMarked
package io.lockarbiter.embedded.server;

import org.jspecify.annotations.NullMarked;
