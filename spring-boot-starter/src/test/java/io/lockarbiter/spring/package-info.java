/** Tests of the client in application contexts. */
@NullMarked
package io.lockarbiter.spring;

import org.jspecify.annotations.NullMarked;
