@NullMarked
package io.lockarbiter.cli.checkouts;

import org.jspecify.annotations.NullMarked;
