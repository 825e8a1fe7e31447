@NullMarked
package io.lockarbiter.cli.audit;

import org.jspecify.annotations.NullMarked;
