/** The parts of the starter that differ between Spring Boot 3.5 and 4, for 3.5. */
@NullMarked
package io.lockarbiter.spring.boot3;

import org.jspecify.annotations.NullMarked;
