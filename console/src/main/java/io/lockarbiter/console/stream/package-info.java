/** Published decisions: the latest of them in bounded memory, and their subscribers. */
@NullMarked
package io.lockarbiter.console.stream;

import org.jspecify.annotations.NullMarked;
