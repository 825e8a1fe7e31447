/** Tests of accounts in memory. */
@NullMarked
package io.lockarbiter.console.mirror;

import org.jspecify.annotations.NullMarked;
