@NullMarked
package io.lockarbiter.tus;

import org.jspecify.annotations.NullMarked;
