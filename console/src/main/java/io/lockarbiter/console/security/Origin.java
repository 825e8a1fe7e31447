package io.lockarbiter.console.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The origin by which requests are counted: an address; for IPv6 its network of 64 bits, because
 * one machine may have any address in it.
 */
final class Origin {
  private static final int NETWORK_BYTES = 8;

  private Origin() {}

  static String of(HttpServletRequest request) {
    return of(request.getRemoteAddr());
  }

  static String of(String address) {
    if (address.indexOf(':') < 0) {
      return address;
    }
    try {
      return InetAddress.getByName(address) instanceof Inet6Address six
          ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), NETWORK_BYTES))
          : address;
    } catch (UnknownHostException e) {
      return address;
    }
  }
}
