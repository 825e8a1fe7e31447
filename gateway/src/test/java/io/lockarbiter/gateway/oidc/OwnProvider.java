package io.lockarbiter.gateway.oidc;

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
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A provider of tokens with a server of its own, which can be slow, wrong or away. */
public final class OwnProvider implements AutoCloseable {
  public static final String AUDIENCE = "locks";

  /** The number of times its keys were read. */
  public final AtomicInteger reads = new AtomicInteger();

  /** An answer instead of its keys; null = its keys. */
  public volatile @Nullable String answer;

  /** The issuer that its discovery names; null = the right one. */
  public volatile @Nullable String otherIssuer;

  /** Its answers wait for this. */
  public volatile CountDownLatch open = new CountDownLatch(0);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private final int port;
  private volatile JWKSet keys = new JWKSet();

  /** Starts one without keys. */
  public OwnProvider() throws IOException {
    server = serve(0);
    port = server.getAddress().getPort();
  }

  private HttpServer serve(int at) throws IOException {
    HttpServer made =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), at), 0);
    made.createContext(
        "/.well-known/openid-configuration",
        exchange ->
            reply(
                exchange,
                "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\"}"
                    .formatted(otherIssuer == null ? issuer() : otherIssuer, issuer())));
    made.createContext(
        "/keys",
        exchange -> {
          reads.incrementAndGet();
          reply(exchange, answer == null ? keys.toString() : answer);
        });
    made.setExecutor(threads);
    made.start();
    return made;
  }

  private void reply(HttpExchange exchange, @Nullable String body) throws IOException {
    try (exchange) {
      if (!open.await(60, TimeUnit.SECONDS)) {
        throw new IOException("nobody let the provider go on");
      }
      byte[] bytes = String.valueOf(body).getBytes(UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Its address. */
  public String issuer() {
    return "http://127.0.0.1:" + port;
  }

  /** Makes a key that it does not publish. */
  public static RSAKey key(String kid) throws JOSEException {
    return new RSAKeyGenerator(2048).keyID(kid).algorithm(JWSAlgorithm.RS256).generate();
  }

  /** Publishes keys instead of those before. */
  public void publish(RSAKey... published) {
    keys = new JWKSet(List.of(published)).toPublicJWKSet();
  }

  /** Goes away; connections are refused. */
  public void leave() {
    server.stop(0);
  }

  /** Comes back under the same address. */
  public void comeBack() throws IOException {
    server = serve(port);
  }

  /** The claims of a token that counts for five minutes from a time on. */
  public JWTClaimsSet.Builder claims(String subject, Instant now) {
    return new JWTClaimsSet.Builder()
        .issuer(issuer())
        .audience(AUDIENCE)
        .subject(subject)
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(300)));
  }

  /** A token. */
  public static String signed(RSAKey key, JWTClaimsSet claims) throws JOSEException {
    return signed(
        key, new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims);
  }

  /** A token with such a header. */
  public static String signed(RSAKey key, JWSHeader header, JWTClaimsSet claims)
      throws JOSEException {
    SignedJWT token = new SignedJWT(header, claims);
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }

  @Override
  public void close() {
    open.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
