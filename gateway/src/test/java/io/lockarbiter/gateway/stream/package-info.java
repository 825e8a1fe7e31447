/** Tests of streams without HTTP. */
@NullMarked
package io.lockarbiter.gateway.stream;

import org.jspecify.annotations.NullMarked;
