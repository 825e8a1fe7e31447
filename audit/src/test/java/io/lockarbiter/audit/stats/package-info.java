@NullMarked
package io.lockarbiter.audit.stats;

import org.jspecify.annotations.NullMarked;
