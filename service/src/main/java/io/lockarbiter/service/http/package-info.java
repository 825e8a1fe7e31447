/** Filters that run before everything else in an HTTP server. */
@NullMarked
package io.lockarbiter.service.http;

import org.jspecify.annotations.NullMarked;
