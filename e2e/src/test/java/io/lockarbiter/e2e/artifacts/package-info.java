/** What others build with: names, versions and modules of the published artifacts. */
@NullMarked
package io.lockarbiter.e2e.artifacts;

import org.jspecify.annotations.NullMarked;
