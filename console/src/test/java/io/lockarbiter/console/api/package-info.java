/** Tests of decisions without HTTP. */
@NullMarked
package io.lockarbiter.console.api;

import org.jspecify.annotations.NullMarked;
