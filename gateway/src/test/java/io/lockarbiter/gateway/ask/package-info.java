/** Tests of decisions without HTTP. */
@NullMarked
package io.lockarbiter.gateway.ask;

import org.jspecify.annotations.NullMarked;
