/** Logins, roles and limits: who may see and do what. */
@NullMarked
package io.lockarbiter.console.security;

import org.jspecify.annotations.NullMarked;
