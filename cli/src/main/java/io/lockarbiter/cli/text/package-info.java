/** Text for terminals: no character of what is told can act as the teller. */
@NullMarked
package io.lockarbiter.cli.text;

import org.jspecify.annotations.NullMarked;
