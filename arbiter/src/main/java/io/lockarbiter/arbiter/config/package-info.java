/** The operator's settings, and the beans made from them. */
@NullMarked
package io.lockarbiter.arbiter.config;

import org.jspecify.annotations.NullMarked;
