/** A deployment as Prometheus sees it: alert rules and the dashboard on real samples. */
@NullMarked
package io.lockarbiter.e2e.watch;

import org.jspecify.annotations.NullMarked;
