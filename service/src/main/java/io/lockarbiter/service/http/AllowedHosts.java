package io.lockarbiter.service.http;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which names of itself a service answers to. A page of another site can have its own name resolve
 * to this machine (DNS rebinding) and would then read all answers; such a request names the site as
 * its host. An IP address is no name, and {@code localhost} is nobody's.
 */
final class AllowedHosts {
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");
  private static final Pattern IP_ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9A-Fa-f:.%]+]");

  private final List<String> names;

  /**
   * Answers to {@code localhost} and to some names.
   *
   * @param names without port; case does not matter
   */
  AllowedHosts(Collection<String> names) {
    this.names =
        Stream.concat(Stream.of("localhost"), names.stream().map(AllowedHosts::folded)).toList();
  }

  /**
   * Claims that a request may be answered.
   *
   * @param host as requests give it, with or without port
   */
  boolean contains(String host) {
    String name = folded(PORT.matcher(host).replaceFirst(""));
    return names.contains(name) || IP_ADDRESS.matcher(name).matches();
  }

  private static String folded(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
