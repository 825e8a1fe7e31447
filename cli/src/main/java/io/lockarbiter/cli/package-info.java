/** The operator's command line: the arbiter itself, and what answers from its topics. */
@NullMarked
package io.lockarbiter.cli;

import org.jspecify.annotations.NullMarked;
