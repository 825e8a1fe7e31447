package io.lockarbiter.console.security;

import java.util.List;

/**
 * How somebody may log in.
 *
 * @param passwords whether by name and password
 * @param providers of OpenID Connect
 */
public record LoginOffer(boolean passwords, List<Provider> providers) {
  /** Nobody needs to: whoever reaches it is let in. */
  public static final LoginOffer NONE = new LoginOffer(false, List.of());

  /** A provider, and where to begin. */
  public record Provider(String name, String address) {}

  /** Says whether anybody has to log in. */
  public boolean isNeeded() {
    return passwords || !providers.isEmpty();
  }

  /** In a word. */
  public String kind() {
    if (!isNeeded()) {
      return "none";
    }
    return passwords ? (providers.isEmpty() ? "password" : "both") : "oidc";
  }
}
