package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisWords;
import io.lockarbiter.service.StartupRefusedException;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A Redis with TLS that requires client certificates of an authority of its own, and a user with
 * the rights that the page lists.
 */
@EveryFifthDay
@Cluster
class SecuredRedisIT {
  private static final Pattern REFUSED = Pattern.compile("(?m)^object\n(.+)$");
  private static final String PASSWORD = "hush-4711";
  private static final String UPLOAD =
      "{\"type\":\"acquire\",\"commandId\":\"u\",\"account\":\"acme\",\"subAccount\":\"u1\",\"operation\":\"UPLOAD\",\"path\":\"/d/a\",\"leaseMs\":600000}";

  private static X509Bundle authority;
  private static EmbeddedRedis redis;
  private static int tlsPort;

  @BeforeAll
  static void startRedis() throws Exception {
    authority = Certificates.authority();
    X509Bundle server = Certificates.ofServer(authority);
    redis = EmbeddedRedis.start();
    tlsPort = Ports.free();
    ask("CONFIG", "SET", "tls-cert-file", server.toTempCertChainPem().toString());
    ask("CONFIG", "SET", "tls-key-file", server.toTempPrivateKeyPem().toString());
    ask("CONFIG", "SET", "tls-ca-cert-file", authority.toTempRootCertPem().toString());
    ask("CONFIG", "SET", "tls-port", Integer.toString(tlsPort));
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @Test
  void ownAuthorityCertificateAndLeastRights_areEnough(Deployment deployment) throws Exception {
    allow(deployment);
    try (ArbiterNode arbiter = start(deployment, settings(issuedBy(authority)))) {
      arbiter.awaitHealthy();
      Load load = deployment.load();
      load.awaitMore();
      assertThat(arbiter.get("/api/accounts/acc1/locks")).startsWith("200 ");
      Answers.awaitEachOnce(deployment, load.end());
      CleanHistory.check(deployment);
    }
    assertNothingWasRefused();
  }

  @Test
  void stateOfAnotherLog_isSetAsideWithTheSameRights(Deployment deployment) throws Exception {
    allow(deployment);
    Map<String, String> settings = settings(issuedBy(authority));
    try (ArbiterNode arbiter = start(deployment, settings)) {
      arbiter.awaitHealthy();
      OneEach.decide(deployment);
    }
    ask("HSET", "{%s:1}:meta".formatted(deployment.name()), "identity", "a/b/c");
    try (ArbiterNode arbiter = start(deployment, settings)) {
      arbiter.awaitHalt("AHEAD", "belongs to a/b/c");
      List<String> more = new ArrayList<>(List.of("--yes"));
      settings.forEach((name, value) -> more.add("--" + name + "=" + value));
      RepairTool.Answer answer =
          RepairTool.repair(
              deployment, 1, RepairTool.awaitHaltId(arbiter, 1), more.toArray(String[]::new));
      assertThat(answer.code()).as(answer.text()).isZero();
      assertThat(answer.text()).doesNotContain(PASSWORD);
      arbiter.awaitHealthy();
    }
    assertNothingWasRefused();
  }

  /** The user has only the rights that the console needs: it cannot write, not even by a script. */
  @Test
  void consoleWithTheRightsOfItsPage_showsLocksAndCannotWrite(Deployment deployment)
      throws Exception {
    allow(deployment);
    allow(deployment, "console");
    try (ArbiterNode arbiter = start(deployment, settings(issuedBy(authority)))) {
      arbiter.awaitHealthy();
      deployment.log().send(deployment.commands(), "acme".getBytes(UTF_8), UPLOAD.getBytes(UTF_8));
      Map<String, String> settings = new HashMap<>(deployment.settings());
      settings.putAll(settings(issuedBy(authority)));
      settings.put("lockarbiter.redis.username", "console");
      try (EmbeddedConsole console =
          EmbeddedConsole.start(deployment.infrastructure(), 0, settings)) {
        ConsoleCaller pages = new ConsoleCaller(console.address());
        pages.shows("/api/tree?account=acme&path=/d", "\"name\":\"a\"");
        pages.shows("/api/explain?account=acme&operation=DELETE&path=/d", "\"blocked\"");
        pages.shows("/api/partitions", "\"OK\"");
        pages.shows("/api/consequences?account=acme&lockId=u", "\"freed\"");
      }
    }
    assertNothingWasRefused();
    String meta = "{%s:0}:meta".formatted(deployment.name());
    assertThat(asConsole("HGET " + meta + " format")).doesNotContain("NOPERM");
    for (String write :
        List.of(
            "HSET " + meta + " identity x",
            "UNLINK " + meta,
            "EVAL \"return redis.call('hset', KEYS[1], 'identity', 'x')\" 1 " + meta,
            "HGET elsewhere x",
            "FLUSHALL",
            "CONFIG GET requirepass")) {
      assertThat(asConsole(write)).containsPattern("-NOPERM|can't run this command");
    }
  }

  private static String asConsole(String command) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", redis.port())) {
      socket
          .getOutputStream()
          .write("AUTH console %s\r\n%s\r\nQUIT\r\n".formatted(PASSWORD, command).getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).startsWith("+OK");
      return answer;
    }
  }

  /** Rights for another deployment's keys, as a page's line gives them that was pasted as it is. */
  @Test
  void rightsForOtherKeys_areRefusedWithTheLineThatNamesTheDeployment(Deployment deployment)
      throws Exception {
    allow(deployment);
    ask("ACL", "SETUSER", "arbiter", "resetkeys", "~{DEPLOYMENT:*");

    assertThatThrownBy(() -> start(deployment, settings(issuedBy(authority))))
        .hasStackTraceContaining("NOPERM")
        .hasStackTraceContaining(
            "Fix: redis-cli ACL SETUSER arbiter '~{%s:*' +ping ".formatted(deployment.name()));
    ask("ACL", "LOG", "RESET");
  }

  @Test
  void certificateOfSomebodyElse_startsNothing(Deployment deployment) throws Exception {
    allow(deployment);
    X509Bundle other = Certificates.authority();

    assertThatThrownBy(() -> start(deployment, settings(issuedBy(other))))
        .hasRootCauseInstanceOf(Exception.class)
        .hasStackTraceContaining(StartupRefusedException.class.getSimpleName())
        .hasStackTraceContaining("did not answer");
  }

  @Test
  void bundleThatIsNotThere_isRefusedByName(Deployment deployment) throws Exception {
    Map<String, String> settings = settings(issuedBy(authority));
    settings.put("lockarbiter.redis.ssl-bundle", "nowhere");

    assertThatThrownBy(() -> start(deployment, settings))
        .hasStackTraceContaining("lockarbiter.redis.ssl-bundle=nowhere cannot be used: ")
        .hasStackTraceContaining("Fix: see spring.ssl.bundle.pem.nowhere");
  }

  private static X509Bundle issuedBy(X509Bundle issuer) throws Exception {
    return Certificates.ofClient(issuer);
  }

  private static Map<String, String> settings(X509Bundle own) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("lockarbiter.redis.addresses", "rediss://127.0.0.1:" + tlsPort);
    settings.put("lockarbiter.redis.username", "arbiter");
    settings.put("lockarbiter.redis.password", PASSWORD);
    settings.put("lockarbiter.redis.ssl-bundle", "redis");
    String bundle = "spring.ssl.bundle.pem.redis.";
    settings.put(
        bundle + "truststore.certificate", "file:" + authority.toTempRootCertPem().toString());
    settings.put(bundle + "keystore.certificate", "file:" + own.toTempCertChainPem().toString());
    settings.put(bundle + "keystore.private-key", "file:" + own.toTempPrivateKeyPem().toString());
    return settings;
  }

  /**
   * Grants the rights as the page lists them, for a deployment of this name; without those for
   * functions, which the bundled server does not know.
   */
  private static void allow(Deployment deployment) throws IOException {
    allow(deployment, "arbiter");
  }

  private static void allow(Deployment deployment, String service) throws IOException {
    List<String> lines =
        Files.readString(Path.of("..", service, "README.md"))
            .lines()
            .filter(each -> each.startsWith("ACL SETUSER " + service))
            .filter(each -> !each.contains("+fcall"))
            .toList();
    assertThat(lines).isNotEmpty();
    for (String line : lines) {
      String answer =
          ask(
              line.replace("PASSWORD", PASSWORD)
                  .replace("{DEPLOYMENT:", "{" + deployment.name() + ":")
                  .split(" "));
      assertThat(answer).as(line).contains("OK");
    }
    ask("ACL", "LOG", "RESET");
  }

  private static ArbiterNode start(Deployment deployment, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(deployment.settings());
    all.putAll(settings);
    return deployment.arbiter(all, new Faults());
  }

  /**
   * Checks that no command was refused, except for a key that the driver tries when it connects.
   */
  private static void assertNothingWasRefused() {
    String log = ask("ACL", "LOG");
    assertThat(REFUSED.matcher(log).results().map(found -> found.group(1)))
        .as(log)
        .isSubsetOf("test1");
  }

  private static String ask(String... words) {
    return RedisWords.answer(redis.port(), List.of(words));
  }
}
