@NullMarked
package io.lockarbiter.audit.lives;

import org.jspecify.annotations.NullMarked;
