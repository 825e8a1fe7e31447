/** Lists check-outs, asks their members to let go, and ends them. */
@NullMarked
package io.lockarbiter.cli.locks;

import org.jspecify.annotations.NullMarked;
