/** The command {@code lockarbiter audit}: asks a deployment's topics what happened. */
@NullMarked
package io.lockarbiter.cli.audit;

import org.jspecify.annotations.NullMarked;
