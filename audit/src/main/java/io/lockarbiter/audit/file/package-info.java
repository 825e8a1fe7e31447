/** Histories in files: one record per line, in the JSON that kcat writes with {@code -J}. */
@NullMarked
package io.lockarbiter.audit.file;

import org.jspecify.annotations.NullMarked;
