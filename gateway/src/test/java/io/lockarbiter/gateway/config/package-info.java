/** Tests of decisions without HTTP. */
@NullMarked
package io.lockarbiter.gateway.config;

import org.jspecify.annotations.NullMarked;
