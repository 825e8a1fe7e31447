package io.lockarbiter.service.http;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The host names under which a service answers. A page of another site can have its own name
 * resolve to this machine (DNS rebinding) and would then read all answers; such a request names the
 * site as its host. IP addresses and {@code localhost} are always allowed, because no site can own
 * them.
 */
public final class AllowedHosts {
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");
  private static final Pattern IP_ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9A-Fa-f:.%]+]");

  private final List<String> names;

  /**
   * Answers to {@code localhost} and to some names.
   *
   * @param names without port; case does not matter
   */
  public AllowedHosts(Collection<String> names) {
    this.names =
        Stream.concat(Stream.of("localhost"), names.stream().map(AllowedHosts::folded)).toList();
  }

  /**
   * Says whether a request for this host may be answered.
   *
   * @param host the host as the request gives it, with or without port
   */
  public boolean contains(String host) {
    String name = folded(PORT.matcher(host).replaceFirst(""));
    return names.contains(name) || IP_ADDRESS.matcher(name).matches();
  }

  private static String folded(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
