@NullMarked
package io.lockarbiter.spring.integration;

import org.jspecify.annotations.NullMarked;
