package io.lockarbiter.gateway.access;

import io.netty.util.NetUtil;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose word counts about the address of a caller. Each proxy appends the address that
 * it sees to {@code X-Forwarded-For}, so only the end of that header is not the caller's own word.
 */
public final class TrustedProxies {
  private static final int BITS = 8;
  private static final Pattern WITH_PORT = Pattern.compile("([0-9.]+|\\[[^\\]]*\\]):[0-9]{1,5}");

  private record Network(InetAddress address, int bits) {
    boolean contains(InetAddress other) {
      byte[] own = address.getAddress();
      byte[] given = other.getAddress();
      if (given.length != own.length) {
        return false;
      }
      BigInteger difference = new BigInteger(1, own).xor(new BigInteger(1, given));
      return difference.bitLength() <= own.length * BITS - bits;
    }
  }

  private final List<Network> networks;

  private TrustedProxies(List<Network> networks) {
    this.networks = networks;
  }

  /**
   * Reads addresses and networks, such as {@code 10.1.2.3}, {@code 10.0.0.0/8} and {@code
   * fd00::/8}, of which {@link #problem} finds none wrong.
   */
  public static TrustedProxies of(List<String> words) {
    return new TrustedProxies(
        words.stream().map(TrustedProxies::network).filter(Objects::nonNull).toList());
  }

  /** The reason why a list is none of addresses and networks; null if it is one. */
  public static @Nullable String problem(List<String> words) {
    return words.stream()
        .filter(word -> network(word) == null)
        .findFirst()
        .map(word -> word + " is neither")
        .orElse(null);
  }

  private static @Nullable Network network(String word) {
    int slash = word.indexOf('/');
    InetAddress address = address(slash < 0 ? word : word.substring(0, slash));
    if (address != null) {
      int most = address.getAddress().length * BITS;
      int bits = slash < 0 ? most : number(word.substring(slash + 1));
      if (bits >= 1 && bits <= most) {
        return new Network(address, bits);
      }
    }
    return null;
  }

  private static int number(String digits) {
    return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : -1;
  }

  /** An address that is written in numbers, without asking for a name; null if it is none. */
  private static @Nullable InetAddress address(String text) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    try {
      return bytes == null ? null : InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  private boolean contain(InetAddress address) {
    return networks.stream().anyMatch(network -> network.contains(address));
  }

  /**
   * The address of a caller: the last one that is not a trusted proxy's.
   *
   * @param sender the other end of the connection
   * @param forwardedFor the values of {@code X-Forwarded-For}, in their order
   */
  public InetAddress caller(InetAddress sender, List<String> forwardedFor) {
    InetAddress caller = sender;
    String[] hops = String.join(",", forwardedFor).split(",");
    for (int n = hops.length - 1; n >= 0 && contain(caller); n--) {
      InetAddress before = address(withoutPort(hops[n].strip()));
      if (before == null) {
        break;
      }
      caller = before;
    }
    return caller;
  }

  /** Some proxies write {@code 10.1.2.3:4711}, and {@code [fd00::1]:4711}. */
  private static String withoutPort(String hop) {
    Matcher withPort = WITH_PORT.matcher(hop);
    return withPort.matches() ? withPort.group(1) : hop;
  }
}
