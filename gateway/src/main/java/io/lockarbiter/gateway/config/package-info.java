/** Settings, and the beans made of them. */
@NullMarked
package io.lockarbiter.gateway.config;

import org.jspecify.annotations.NullMarked;
