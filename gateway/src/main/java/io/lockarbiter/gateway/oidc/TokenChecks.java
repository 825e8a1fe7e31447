package io.lockarbiter.gateway.oidc;

import io.lockarbiter.gateway.access.Quota;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the checks of tokens that turn out not to count, each of which costs a signature. An
 * address has 600 of them a minute; beyond these, all addresses share 6,000. A token that counts
 * costs nothing of it.
 */
final class TokenChecks {
  static final int OF_ADDRESS = 600;
  static final int OF_ALL = 6_000;
  private static final String ALL = "all";

  /** A network of IPv6 belongs to one, who may choose the other half of the address. */
  private static final int NETWORK_BYTES = 8;

  private final Quota addresses;
  private final Quota all;

  TokenChecks(LongSupplier nanoTime) {
    this.addresses = new Quota(OF_ADDRESS, nanoTime);
    this.all = new Quota(OF_ALL, nanoTime);
  }

  /**
   * Takes a check.
   *
   * @param sender the address of the sender; null = it is not known
   * @return to be run if the token counts; null if no check is left
   */
  @Nullable Runnable take(@Nullable InetAddress sender) {
    String name = name(sender);
    if (addresses.take(name, 1).equals(Duration.ZERO)) {
      return () -> addresses.giveBack(name, 1);
    }
    return all.take(ALL, 1).equals(Duration.ZERO) ? () -> all.giveBack(ALL, 1) : null;
  }

  private static String name(@Nullable InetAddress sender) {
    if (sender == null) {
      return "";
    }
    byte[] bytes = sender.getAddress();
    return HexFormat.of()
        .formatHex(sender instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }
}
