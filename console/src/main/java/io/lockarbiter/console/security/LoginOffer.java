package io.lockarbiter.console.security;

import java.util.List;

/**
 * The offered ways to log in.
 *
 * @param passwords whether by name and password
 * @param providers of OpenID Connect
 */
public record LoginOffer(boolean passwords, List<Provider> providers) {
  /** No login is needed: every caller is let in. */
  public static final LoginOffer NONE = new LoginOffer(false, List.of());

  /** A provider, and the address at which a login begins. */
  public record Provider(String name, String address) {}

  /** Says whether anybody has to log in. */
  public boolean isNeeded() {
    return passwords || !providers.isEmpty();
  }

  /** Returns the offer in one word. */
  public String kind() {
    if (!isNeeded()) {
      return "none";
    }
    return passwords ? (providers.isEmpty() ? "password" : "both") : "oidc";
  }
}
