/** The starter on Spring Boot 3.5, where that differs from 4. */
@NullMarked
package io.lockarbiter.spring.boot3;

import org.jspecify.annotations.NullMarked;
