/** The common parts of two services that do not know each other: arbiter and console. */
@NullMarked
package io.lockarbiter.service;

import org.jspecify.annotations.NullMarked;
