/** Tokens of a provider of OpenID Connect, and its keys. */
@NullMarked
package io.lockarbiter.gateway.oidc;

import org.jspecify.annotations.NullMarked;
