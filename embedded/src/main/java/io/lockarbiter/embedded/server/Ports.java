package io.lockarbiter.embedded.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP ports of the loopback address. */
public final class Ports {
  /** The address on which embedded servers listen. */
  public static final String HOST = "127.0.0.1";

  private static final int LAST = 65_535;

  private Ports() {}

  /** Returns a port that is free at this moment. */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free TCP port on " + HOST, e);
    }
  }

  /** Returns the first port from {@code wanted} upwards that is free at this moment. */
  public static int freeFrom(int wanted) {
    for (int port = wanted; port <= LAST; port++) {
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free TCP port from " + wanted + " to " + LAST);
  }

  /** Says whether a port is free, on this host's loopback and on all its addresses. */
  public static boolean isFree(int port) {
    return canBind(new InetSocketAddress(HOST, port)) && canBind(new InetSocketAddress(port));
  }

  private static boolean canBind(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address, 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
