/** Judges a history in two ways that share the reading and nothing else. */
@NullMarked
package io.lockarbiter.audit.verify;

import org.jspecify.annotations.NullMarked;
