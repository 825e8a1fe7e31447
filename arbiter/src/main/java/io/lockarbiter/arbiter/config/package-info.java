/** What an operator sets, and the beans made of it. */
@NullMarked
package io.lockarbiter.arbiter.config;

import org.jspecify.annotations.NullMarked;
