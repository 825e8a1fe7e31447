/** Decisions as they are published: the latest of them in bounded memory, and who follows them. */
@NullMarked
package io.lockarbiter.console.stream;

import org.jspecify.annotations.NullMarked;
