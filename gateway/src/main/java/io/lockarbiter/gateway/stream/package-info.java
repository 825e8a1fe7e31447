/** The latest events, and the streams that pass them on. */
@NullMarked
package io.lockarbiter.gateway.stream;

import org.jspecify.annotations.NullMarked;
