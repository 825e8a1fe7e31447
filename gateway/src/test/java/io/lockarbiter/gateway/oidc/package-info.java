/** Tests of tokens, with a provider of their own. */
@NullMarked
package io.lockarbiter.gateway.oidc;

import org.jspecify.annotations.NullMarked;
