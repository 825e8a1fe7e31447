/** What services have in common that know nothing of each other: arbiter and console. */
@NullMarked
package io.lockarbiter.service;

import org.jspecify.annotations.NullMarked;
