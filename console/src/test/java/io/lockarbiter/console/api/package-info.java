/** Tests of accounts in memory. */
@NullMarked
package io.lockarbiter.console.api;

import org.jspecify.annotations.NullMarked;
