/** Tests of decisions without HTTP. */
@NullMarked
package io.lockarbiter.console.security;

import org.jspecify.annotations.NullMarked;
