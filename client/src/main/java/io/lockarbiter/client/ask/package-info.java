/** Asking: commands out, their answers in, copies of what stays unanswered. */
@NullMarked
package io.lockarbiter.client.ask;

import org.jspecify.annotations.NullMarked;
