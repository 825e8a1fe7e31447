package io.lockarbiter.e2e;

import io.lockarbiter.embedded.server.Ports;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.time.Instant;
import java.util.UUID;

/** A certificate authority that no machine knows, and its certificates. */
final class Certificates {
  private Certificates() {}

  /** Makes one with a name of its own: servers look up by name whom to show beside themselves. */
  static X509Bundle authority() throws Exception {
    return of("authority " + UUID.randomUUID()).setIsCertificateAuthority(true).buildSelfSigned();
  }

  /** Issues a certificate for a server on the loopback address. */
  static X509Bundle ofServer(X509Bundle authority) throws Exception {
    return of("server").addSanIpAddress(Ports.HOST).buildIssuedBy(authority);
  }

  static X509Bundle ofClient(X509Bundle authority) throws Exception {
    return of("client").buildIssuedBy(authority);
  }

  /** Issues a certificate that ends at a time. */
  static X509Bundle ofClient(X509Bundle authority, Instant end) throws Exception {
    return of("client").notAfter(end).buildIssuedBy(authority);
  }

  private static CertificateBuilder of(String name) {
    return new CertificateBuilder().subject("CN=" + name).rsa2048();
  }
}
