@NullMarked
package io.lockarbiter.gateway.policy;

import org.jspecify.annotations.NullMarked;
