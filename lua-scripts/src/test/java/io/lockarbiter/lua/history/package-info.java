/**
 * Seeded random histories: records for one partition, and a caller that hands them to any store as
 * an arbiter would, crashes included.
 */
@NullMarked
package io.lockarbiter.lua.history;

import org.jspecify.annotations.NullMarked;
