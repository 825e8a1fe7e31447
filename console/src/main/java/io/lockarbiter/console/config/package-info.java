/** Settings, and the beans made of them. */
@NullMarked
package io.lockarbiter.console.config;

import org.jspecify.annotations.NullMarked;
