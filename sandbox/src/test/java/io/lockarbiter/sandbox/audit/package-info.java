@NullMarked
package io.lockarbiter.sandbox.audit;

import org.jspecify.annotations.NullMarked;
