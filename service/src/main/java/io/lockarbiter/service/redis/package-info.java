/** How Redis is reached, and by which settings. */
@NullMarked
package io.lockarbiter.service.redis;

import org.jspecify.annotations.NullMarked;
