/** The operator's view: HTTP, health, metrics. Read-only. */
@NullMarked
package io.lockarbiter.arbiter.view;

import org.jspecify.annotations.NullMarked;
