/** The published artifacts as others build with them: names, versions and modules. */
@NullMarked
package io.lockarbiter.e2e.artifacts;

import org.jspecify.annotations.NullMarked;
