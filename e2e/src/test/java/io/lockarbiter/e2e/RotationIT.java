package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.embedded.server.RedisWords;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Passwords and certificates of Kafka and Redis are exchanged under load, and the authority that
 * issued the certificates too, as the page says: first everybody trusts both, then servers show the
 * new ones, then nobody trusts the old.
 */
@Tag("nightly")
class RotationIT {
  private static final String OLD = "hush-4711";
  private static final String NEW = "hush-4712";
  private static final List<String> USERS = List.of("arbiter", "gateway");
  private static final Duration STALL = Duration.ofSeconds(15);

  @TempDir private Path folder;

  @Test
  void passwordsAndAuthority_areExchangedUnderLoad() throws Exception {
    X509Bundle authority = Certificates.authority();
    X509Bundle nextAuthority = Certificates.authority();
    String secured = Ports.HOST + ":" + Ports.free();
    int tlsPort = Ports.free();
    try (EmbeddedInfrastructure servers =
            EmbeddedInfrastructure.start(
                SecuredBroker.options(Certificates.ofServer(authority), secured)
                    .withProperty("super.users", "User:ANONYMOUS;User:arbiter;User:gateway"),
                RedisOptions.DEFAULT);
        Deployment deployment = new Deployment(servers, "rotation").withPartitions(12);
        Admin admin = deployment.log().admin()) {
      EmbeddedRedis redis = servers.redis();
      showInRedis(redis, Certificates.ofServer(authority), authority.getRootCertificatePEM());
      ask(redis, "CONFIG", "SET", "tls-port", Integer.toString(tlsPort));
      ask(redis, "ACL", "SETUSER", "arbiter", "on", ">" + OLD, "~{rotation:*", "+@all");
      ChartPod.Secrets secrets = new ChartPod.Secrets(folder);
      setKafkaPasswords(admin, secrets, ScramMechanism.SCRAM_SHA_512, OLD);
      secrets.add("redis", "arbiter", OLD);
      setTls(secrets, authority.getRootCertificatePEM(), Certificates.ofClient(authority));
      String oldValues = values(deployment, secured, "SCRAM-SHA-512", tlsPort);
      String values = values(deployment, secured, "SCRAM-SHA-256", tlsPort);
      try (ChartStage stage = ChartStage.start(deployment, oldValues, secrets)) {
        String both = authority.getRootCertificatePEM() + nextAuthority.getRootCertificatePEM();
        stage.phase("nothing changes", stage::awaitMore);
        stage.phase(
            "new passwords, both authorities",
            () -> {
              ask(redis, "ACL", "SETUSER", "arbiter", ">" + NEW);
              secrets.add("redis", "arbiter", NEW);
              setTls(secrets, both, Certificates.ofClient(authority));
              setKafkaPasswords(admin, secrets, ScramMechanism.SCRAM_SHA_256, NEW);
              roll(stage, values);
              ask(redis, "ACL", "SETUSER", "arbiter", "<" + OLD);
              for (String user : USERS) {
                SecuredBroker.removePassword(admin, user, ScramMechanism.SCRAM_SHA_512);
              }
            });
        stage.phase(
            "servers show new certificates",
            () -> {
              SecuredBroker.setCertificate(admin, Certificates.ofServer(nextAuthority));
              showInRedis(redis, Certificates.ofServer(nextAuthority), both);
            });
        stage.phase(
            "new authority alone",
            () -> {
              setTls(
                  secrets,
                  nextAuthority.getRootCertificatePEM(),
                  Certificates.ofClient(nextAuthority));
              roll(stage, values);
              showInRedis(
                  redis,
                  Certificates.ofServer(nextAuthority),
                  nextAuthority.getRootCertificatePEM());
            });
        assertThat(ask(redis, "AUTH", "arbiter", OLD)).contains("WRONGPASS");
        stage.assertAllAnswered(STALL);
      }
    }
  }

  @Test
  void certificateOfAGatewaysPort_isExchangedWithoutARestart() throws Exception {
    X509Bundle authority = Certificates.authority();
    X509Bundle nextAuthority = Certificates.authority();
    Path certificate = folder.resolve("port.crt");
    Path key = folder.resolve("port.key");
    write(Certificates.ofServer(authority), certificate, key);
    String bundle = "spring.ssl.bundle.pem.port.";
    try (EmbeddedInfrastructure servers = EmbeddedInfrastructure.start();
        Deployment deployment = new Deployment(servers, "port")) {
      deployment.arbiter().awaitHealthy();
      try (EmbeddedGateway gateway =
          EmbeddedGateway.start(
              servers,
              0,
              Map.of(
                  "lockarbiter.topics.prefix",
                  deployment.prefix(),
                  "server.ssl.bundle",
                  "port",
                  bundle + "keystore.certificate",
                  "file:" + certificate,
                  bundle + "keystore.private-key",
                  "file:" + key,
                  bundle + "reload-on-update",
                  "true"))) {
        HttpRequest ready =
            HttpRequest.newBuilder(
                    URI.create(
                        gateway.address().replace("http:", "https:")
                            + "/actuator/health/readiness"))
                .build();
        awaitReady(authority, ready);
        write(Certificates.ofServer(nextAuthority), certificate, key);
        long began = System.nanoTime();
        awaitReady(nextAuthority, ready);
        System.out.printf("new certificate after %.1f s%n", (System.nanoTime() - began) / 1e9);
      }
    }
  }

  /** Asks by a new connection each time. */
  private static void awaitReady(X509Bundle trusted, HttpRequest ready) {
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(
            () ->
                GatewayTlsIT.trusting(trusted, HttpClient.Version.HTTP_1_1)
                        .send(ready, HttpResponse.BodyHandlers.ofString())
                        .statusCode()
                    == 200);
  }

  private static void write(X509Bundle own, Path certificate, Path key) throws IOException {
    Files.writeString(certificate, own.getCertificatePathPEM());
    Files.writeString(key, own.getPrivateKeyPEM());
  }

  private static void roll(ChartStage stage, String values) throws Exception {
    stage.arbiters().roll(ChartPod.jar("arbiter"), values);
    stage.gateways().roll(ChartPod.jar("gateway"), values);
  }

  /** A user has a password for each mechanism, so who runs with another one goes on. */
  private static void setKafkaPasswords(
      Admin admin, ChartPod.Secrets secrets, ScramMechanism mechanism, String password)
      throws Exception {
    for (String user : USERS) {
      secrets.add("kafka", user, SecuredBroker.login(user, password));
      SecuredBroker.setPassword(admin, user, mechanism, password);
    }
  }

  private static void setTls(ChartPod.Secrets secrets, String trusted, X509Bundle own) {
    secrets.add("tls", "ca.crt", trusted);
    secrets.add("tls", "tls.crt", own.getCertificatePathPEM());
    secrets.add("tls", "tls.key", own.getPrivateKeyPEM());
  }

  /**
   * Lets the running Redis show a certificate, and require one of its clients. It reads all files
   * anew when one is named again.
   */
  private void showInRedis(EmbeddedRedis redis, X509Bundle own, String trusted) throws Exception {
    Path certificate = folder.resolve("redis.crt");
    Path key = folder.resolve("redis.key");
    Path authorities = folder.resolve("redis-ca.crt");
    write(own, certificate, key);
    Files.writeString(authorities, trusted);
    ask(redis, "CONFIG", "SET", "tls-cert-file", certificate.toString());
    ask(redis, "CONFIG", "SET", "tls-key-file", key.toString());
    ask(redis, "CONFIG", "SET", "tls-ca-cert-file", authorities.toString());
  }

  private static String ask(EmbeddedRedis redis, String... words) {
    String answer = RedisWords.answer(redis.port(), List.of(words));
    System.out.println(words[0] + " " + words[1] + " " + words[2] + ": " + answer);
    return answer;
  }

  private static String values(
      Deployment deployment, String secured, String mechanism, int tlsPort) {
    return """
        deployment: %s
        topics: {prefix: "%s", partitions: %d}
        kafka: {bootstrapServers: "%s"}
        redis: {addresses: "rediss://%s:%d"}
        settings:
          spring.kafka.security.protocol: SASL_SSL
          spring.kafka.properties.sasl.mechanism: %s
          spring.kafka.ssl.bundle: ours
          spring.ssl.bundle.pem.ours.truststore.certificate: file:/etc/lockarbiter/tls/ca.crt
          spring.ssl.bundle.pem.ours.keystore.certificate: file:/etc/lockarbiter/tls/tls.crt
          spring.ssl.bundle.pem.ours.keystore.private-key: file:/etc/lockarbiter/tls/tls.key
        files: {tls: tls}
        arbiter:
          port: %%d
          settings:
            lockarbiter.redis.username: arbiter
            lockarbiter.redis.ssl-bundle: ours
          secrets:
            lockarbiter.redis.password: {name: redis, key: arbiter}
            spring.kafka.properties.sasl.jaas.config: {name: kafka, key: arbiter}
        console: {port: %%d}
        gateway:
          enabled: true
          accessSecret: access
          port: %%d
          managementPort: %%d
          settings: {lockarbiter.gateway.requests-per-minute: 1000000}
          secrets:
            spring.kafka.properties.sasl.jaas.config: {name: kafka, key: gateway}
        """
        .formatted(
            deployment.name(),
            deployment.prefix(),
            deployment.partitions(),
            secured,
            Ports.HOST,
            tlsPort,
            mechanism);
  }
}
