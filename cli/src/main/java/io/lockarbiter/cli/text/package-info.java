/** Text for terminals, in which no foreign character can act as the program's own. */
@NullMarked
package io.lockarbiter.cli.text;

import org.jspecify.annotations.NullMarked;
