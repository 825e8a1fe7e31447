/** For Spring Boot: a client from properties, and beans whose methods work under granted locks. */
@NullMarked
package io.lockarbiter.spring;

import org.jspecify.annotations.NullMarked;
