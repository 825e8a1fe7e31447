package io.lockarbiter.gateway.oidc;

import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rule for addresses of a provider, and of others on whom rights depend. */
public final class ProviderAddress {
  private static final Pattern USER = Pattern.compile("//[^/@]*@");

  private ProviderAddress() {}

  /** An address as logs may show it, without a password. */
  public static String shown(@Nullable String address) {
    return USER.matcher(String.valueOf(address)).replaceFirst("//...@");
  }

  /** The reason why keys must not be read from an address; null if there is none. */
  public static @Nullable String problem(String address) {
    return problem(address, "others could give keys of their own");
  }

  /**
   * The reason why an address must not be relied on; null if there is none.
   *
   * @param harm the harm that strangers could do on the way
   */
  public static @Nullable String problem(String address, String harm) {
    URI uri;
    try {
      uri = URI.create(address);
    } catch (IllegalArgumentException e) {
      return "is no address";
    }
    if (uri.getUserInfo() != null) {
      return "has a user or a password, which is not sent, and would stand in logs";
    }
    String scheme = String.valueOf(uri.getScheme());
    String host = String.valueOf(uri.getHost());
    boolean isHere = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
    return uri.getHost() != null && (scheme.equals("https") || (scheme.equals("http") && isHere))
        ? null
        : "is neither https nor on this machine, so " + harm;
  }
}
