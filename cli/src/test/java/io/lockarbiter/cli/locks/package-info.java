@NullMarked
package io.lockarbiter.cli.locks;

import org.jspecify.annotations.NullMarked;
