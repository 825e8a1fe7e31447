@NullMarked
package io.lockarbiter.arbiter.audit.stats;

import org.jspecify.annotations.NullMarked;
