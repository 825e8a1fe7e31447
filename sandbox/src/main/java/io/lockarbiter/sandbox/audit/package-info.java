/** The command {@code lockarbiter audit}: asks a deployment's topics what happened. */
@NullMarked
package io.lockarbiter.sandbox.audit;

import org.jspecify.annotations.NullMarked;
