@NullMarked
package io.lockarbiter.audit.file;

import org.jspecify.annotations.NullMarked;
