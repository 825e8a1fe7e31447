@NullMarked
package io.lockarbiter.client.tracing;

import org.jspecify.annotations.NullMarked;
