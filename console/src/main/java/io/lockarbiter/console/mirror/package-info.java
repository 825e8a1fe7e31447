/**
 * Accounts in memory that somebody looks at: read from Redis once, then kept up to date by the
 * events. No rule is decided here; the reference model decides the consequences of a forced
 * release.
 */
@NullMarked
package io.lockarbiter.console.mirror;

import org.jspecify.annotations.NullMarked;
