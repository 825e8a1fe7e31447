@NullMarked
package io.lockarbiter.audit.verify.events;

import org.jspecify.annotations.NullMarked;
