/** Tests of accounts in memory. */
@NullMarked
package io.lockarbiter.console.stream;

import org.jspecify.annotations.NullMarked;
