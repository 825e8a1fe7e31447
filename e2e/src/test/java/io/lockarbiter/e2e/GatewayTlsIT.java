package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A gateway with TLS on both sides, by the settings of its page and authorities of its own. */
@EveryFifthDay
class GatewayTlsIT {
  private static final String LISTENER = "listener.name.secured.";

  private static X509Bundle ofKafka;
  private static X509Bundle ofGateway;
  private static EmbeddedInfrastructure infrastructure;
  private static Deployment deployment;
  private static EmbeddedGateway gateway;
  private static String address;

  @BeforeAll
  static void start() throws Exception {
    ofKafka = Certificates.authority();
    ofGateway = Certificates.authority();
    String secured = Ports.HOST + ":" + Ports.free();
    infrastructure = EmbeddedInfrastructure.start(kafka(secured), RedisOptions.DEFAULT);
    deployment = new Deployment(infrastructure, "tls");
    deployment.arbiter().awaitHealthy();
    X509Bundle own = Certificates.ofServer(ofGateway);
    gateway =
        EmbeddedGateway.start(
            infrastructure,
            0,
            Map.of(
                "lockarbiter.topics.prefix",
                deployment.prefix(),
                "spring.kafka.bootstrap-servers",
                secured,
                "spring.kafka.security.protocol",
                "SSL",
                "spring.kafka.ssl.bundle",
                "kafka",
                "spring.ssl.bundle.pem.kafka.truststore.certificate",
                "file:" + ofKafka.toTempRootCertPem(),
                "server.ssl.certificate",
                own.toTempCertChainPem().toString(),
                "server.ssl.certificate-private-key",
                own.toTempPrivateKeyPem().toString()));
    address = gateway.address().replace("http:", "https:");
  }

  private static KafkaOptions kafka(String secured) throws Exception {
    X509Bundle broker = Certificates.ofServer(ofKafka);
    int port = Ports.free();
    int controller = Ports.free();
    String clients = "PLAINTEXT://%s:%d,SECURED://%s".formatted(Ports.HOST, port, secured);
    return KafkaOptions.DEFAULT
        .withPort(port)
        .withProperty("listeners", clients + ",CONTROLLER://" + Ports.HOST + ":" + controller)
        .withProperty("advertised.listeners", clients)
        .withProperty("controller.quorum.voters", "1@" + Ports.HOST + ":" + controller)
        .withProperty(
            "listener.security.protocol.map",
            "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SECURED:SSL")
        .withProperty(LISTENER + "ssl.keystore.type", "PEM")
        .withProperty(LISTENER + "ssl.keystore.certificate.chain", broker.getCertificatePathPEM())
        .withProperty(LISTENER + "ssl.keystore.key", broker.getPrivateKeyPEM());
  }

  @AfterAll
  static void stop() throws Exception {
    gateway.close();
    deployment.close();
    infrastructure.close();
  }

  static HttpClient trusting(X509Bundle authority, HttpClient.Version version) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", authority.getRootCertificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).version(version).build();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .header("Authorization", "Bearer " + gateway.key())
        .header("Session", "tab-1")
        .header("Content-Type", "application/json");
  }

  private static HttpResponse<String> sent(HttpClient http, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void locks_areGrantedOverTls_byHttp2AndHttp11() throws Exception {
    for (HttpClient.Version version : HttpClient.Version.values()) {
      HttpClient http = trusting(ofGateway, version);
      await().until(() -> sent(http, request("/actuator/health/readiness")).statusCode() == 200);
      String lockId = "tls-" + version;
      HttpResponse<String> granted =
          sent(
              http,
              request("/v1/accounts/acme/locks")
                  .header("Idempotency-Key", lockId)
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"operation\":\"UPLOAD\",\"path\":\"/%s\"}".formatted(lockId))));
      assertThat(granted.statusCode()).as("%s", granted.body()).isEqualTo(201);
      assertThat(granted.version()).isEqualTo(version);
      HttpResponse<String> released =
          sent(http, request("/v1/accounts/acme/locks/" + lockId).DELETE());
      assertThat(released.statusCode()).isEqualTo(200);
      HttpResponse<String> malformed = sent(http, request("/v1/accounts/acme/locks/a;b"));
      assertThat(malformed.statusCode()).isEqualTo(400);
      assertThat(malformed.headers().firstValue("Content-Type"))
          .contains("application/problem+json");
    }
  }

  @Test
  void tooLongAnAddress_isRefusedInWordsOverTlsToo() throws Exception {
    HttpResponse<String> refused =
        sent(trusting(ofGateway, HttpClient.Version.HTTP_1_1), request("/" + "x".repeat(20_000)));
    assertThat(refused.statusCode()).isEqualTo(414);
    assertThat(refused.body()).contains("URI_TOO_LONG");
  }

  @Test
  void callersWithoutTls_orWhoTrustAnotherAuthority_getNothing() throws Exception {
    assertThatThrownBy(
            () -> sent(trusting(ofKafka, HttpClient.Version.HTTP_2), request("/v1/openapi.json")))
        .isInstanceOf(SSLHandshakeException.class);
    URI uri = URI.create(address);
    try (Socket plain = new Socket(uri.getHost(), uri.getPort())) {
      plain.setSoTimeout(20_000);
      plain
          .getOutputStream()
          .write(
              "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
          .doesNotContain("HTTP/1.1 200");
    }
  }
}
