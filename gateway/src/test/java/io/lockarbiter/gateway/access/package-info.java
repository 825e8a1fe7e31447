/** Tests of decisions without HTTP. */
@NullMarked
package io.lockarbiter.gateway.access;

import org.jspecify.annotations.NullMarked;
