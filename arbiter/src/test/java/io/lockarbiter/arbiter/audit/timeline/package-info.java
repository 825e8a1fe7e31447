@NullMarked
package io.lockarbiter.arbiter.audit.timeline;

import org.jspecify.annotations.NullMarked;
