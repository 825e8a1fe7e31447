/**
 * The command {@code lockarbiter audit}: answers from a deployment's topics about their history.
 */
@NullMarked
package io.lockarbiter.cli.audit;

import org.jspecify.annotations.NullMarked;
