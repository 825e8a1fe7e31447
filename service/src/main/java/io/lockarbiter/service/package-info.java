/** The common parts of the arbiter and the console, which do not depend on each other. */
@NullMarked
package io.lockarbiter.service;

import org.jspecify.annotations.NullMarked;
