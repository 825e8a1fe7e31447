@NullMarked
package io.lockarbiter.cli.text;

import org.jspecify.annotations.NullMarked;
