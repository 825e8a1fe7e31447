package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A provider of OpenID Connect for a test: its keys, and the tokens that it signs. */
final class TokenProvider implements AutoCloseable {
  static final String AUDIENCE = "locks";

  private final int port = Ports.free();
  private final List<RSAKey> keys = new ArrayList<>();
  private @Nullable HttpServer server;
  private volatile String published = "{\"keys\":[]}";

  /** Begins to answer. */
  void start() throws IOException {
    HttpServer made =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
    made.createContext(
        "/",
        exchange -> {
          boolean isDiscovery = exchange.getRequestURI().getPath().contains("openid-configuration");
          String discovery =
              "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\"}".formatted(issuer(), issuer());
          byte[] body = (isDiscovery ? discovery : published).getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    made.start();
    server = made;
  }

  String issuer() {
    return "http://127.0.0.1:" + port;
  }

  /** Makes a key; it is published if the provider shall know it. */
  RSAKey key(boolean isPublished) throws JOSEException {
    RSAKey key = new RSAKeyGenerator(2048).keyID("key-" + keys.size()).generate();
    if (isPublished) {
      keys.add(key);
      published = new JWKSet(new ArrayList<>(keys)).toPublicJWKSet().toString();
    }
    return key;
  }

  /** The claims of a token for a minute. */
  JWTClaimsSet.Builder claims(String subject, Map<String, Object> more) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer())
            .audience(AUDIENCE)
            .subject(subject)
            .issueTime(new Date())
            .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    more.forEach(claims::claim);
    return claims;
  }

  static String signed(RSAKey key, JWTClaimsSet claims) throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims);
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }

  /** The settings of a gateway for it. */
  Map<String, String> settings() {
    return new HashMap<>(
        Map.of(
            "lockarbiter.gateway.oidc.issuer",
            issuer(),
            "lockarbiter.gateway.oidc.audience",
            AUDIENCE,
            "lockarbiter.gateway.oidc.claims",
            "groups,tenant",
            "lockarbiter.gateway.oidc.clock-skew",
            "0s"));
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop(0);
    }
  }
}
