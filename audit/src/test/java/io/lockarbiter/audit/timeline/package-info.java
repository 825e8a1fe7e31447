@NullMarked
package io.lockarbiter.audit.timeline;

import org.jspecify.annotations.NullMarked;
