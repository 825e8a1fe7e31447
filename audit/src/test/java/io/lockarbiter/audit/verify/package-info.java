@NullMarked
package io.lockarbiter.audit.verify;

import org.jspecify.annotations.NullMarked;
