/** The operator's command line: the arbiter itself, and commands that answer from its topics. */
@NullMarked
package io.lockarbiter.cli;

import org.jspecify.annotations.NullMarked;
