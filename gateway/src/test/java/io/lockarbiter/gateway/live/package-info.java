/** Tests of decisions without HTTP. */
@NullMarked
package io.lockarbiter.gateway.live;

import org.jspecify.annotations.NullMarked;
