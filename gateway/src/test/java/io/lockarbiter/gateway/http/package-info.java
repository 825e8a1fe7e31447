/** Tests of decisions without HTTP. */
@NullMarked
package io.lockarbiter.gateway.http;

import org.jspecify.annotations.NullMarked;
