/** An application's own tests, which use only public types of the starter. */
@NullMarked
package io.lockarbiter.spring.application;

import org.jspecify.annotations.NullMarked;
