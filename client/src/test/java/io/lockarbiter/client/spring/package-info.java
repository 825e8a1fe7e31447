/** The client in application contexts. */
@NullMarked
package io.lockarbiter.client.spring;

import org.jspecify.annotations.NullMarked;
