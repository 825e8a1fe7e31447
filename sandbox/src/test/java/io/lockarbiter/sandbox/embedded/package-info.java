/** Tests of the embedded servers. */
@NullMarked
package io.lockarbiter.sandbox.embedded;

import org.jspecify.annotations.NullMarked;
