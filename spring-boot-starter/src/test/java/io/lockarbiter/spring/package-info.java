/** The client in application contexts. */
@NullMarked
package io.lockarbiter.spring;

import org.jspecify.annotations.NullMarked;
