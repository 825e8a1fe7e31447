@NullMarked
package io.lockarbiter.client.metrics;

import org.jspecify.annotations.NullMarked;
