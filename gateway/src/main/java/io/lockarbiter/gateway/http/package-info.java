/** The routes, their bodies and their answers. */
@NullMarked
package io.lockarbiter.gateway.http;

import org.jspecify.annotations.NullMarked;
