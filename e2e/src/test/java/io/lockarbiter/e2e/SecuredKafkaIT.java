package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.netty.pkitesting.X509Bundle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A broker that requires a password over TLS, with a certificate authority of its own, and users
 * with no more rights than the arbiter's page lists.
 */
@EveryFifthDay
class SecuredKafkaIT {
  private static final String PASSWORD = "hush-4711";
  private static final String LISTENER = "listener.name.secured.";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static EmbeddedInfrastructure infrastructure;
  private static X509Bundle authority;
  private static String secured;

  @BeforeAll
  static void start() throws Exception {
    authority = Certificates.authority();
    X509Bundle broker = Certificates.ofServer(authority);
    int port = Ports.free();
    int controller = Ports.free();
    secured = Ports.HOST + ":" + Ports.free();
    String clients = "PLAINTEXT://%s:%d,SECURED://%s".formatted(Ports.HOST, port, secured);
    KafkaOptions options = KafkaOptions.DEFAULT.withPort(port);
    Map<String, String> properties = new HashMap<>();
    properties.put("listeners", clients + ",CONTROLLER://" + Ports.HOST + ":" + controller);
    properties.put("advertised.listeners", clients);
    properties.put("controller.quorum.voters", "1@" + Ports.HOST + ":" + controller);
    properties.put(
        "listener.security.protocol.map",
        "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL");
    properties.put("sasl.enabled.mechanisms", "PLAIN");
    properties.put(
        LISTENER + "plain.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_arbiter=\"%s\" user_gateway=\"%s\" user_console=\"%s\";"
            .formatted(PASSWORD, PASSWORD, PASSWORD));
    properties.put(LISTENER + "ssl.keystore.type", "PEM");
    properties.put(LISTENER + "ssl.keystore.certificate.chain", broker.getCertificatePathPEM());
    properties.put(LISTENER + "ssl.keystore.key", broker.getPrivateKeyPEM());
    properties.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    properties.put("super.users", "User:ANONYMOUS");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      options = options.withProperty(property.getKey(), property.getValue());
    }
    infrastructure = EmbeddedInfrastructure.start(options, RedisOptions.DEFAULT);
  }

  @AfterAll
  static void stop() {
    infrastructure.close();
  }

  @Test
  void leastRights_areEnough() throws Exception {
    try (Deployment deployment = new Deployment(infrastructure, "least")) {
      createTopics(deployment);
      allow(deployment, arbitersRights(deployment));
      ArbiterNode arbiter = start(deployment);
      arbiter.awaitHealthy();
      Load load = deployment.load();
      load.awaitMore();
      deployment.log().send(deployment.commands(), new byte[] {1}, new byte[] {1});
      Answers.awaitEachOnce(deployment, load.end());
      await().until(() -> deployment.log().read(deployment.deadLetters()).size() == 1);
      CleanHistory.check(deployment);
    }
  }

  /** The arbiter waits, names the missing right, and goes on when it is given. */
  @Test
  void rightThatIsMissing_isToldAndWaitedFor() throws Exception {
    try (Deployment deployment = new Deployment(infrastructure, "missing")) {
      createTopics(deployment);
      List<AclBinding> rights = new ArrayList<>(arbitersRights(deployment));
      List<AclBinding> transactions =
          rights.stream()
              .filter(each -> each.pattern().resourceType() == ResourceType.TRANSACTIONAL_ID)
              .toList();
      rights.removeAll(transactions);
      allow(deployment, rights);
      ArbiterNode arbiter = start(deployment);

      await()
          .until(
              () ->
                  arbiter
                      .get("/actuator/health/lockarbiter")
                      .contains("TransactionalIdAuthorizationException"));
      allow(deployment, transactions);
      arbiter.awaitHealthy();
    }
  }

  @Test
  void gateway_sendsCommandsAndReadsEventsAndNoMore() throws Exception {
    try (Deployment deployment = new Deployment(infrastructure, "gateway")) {
      createTopics(deployment);
      allow(deployment, arbitersRights(deployment));
      allow(
          deployment,
          List.of(
              topic("gateway", deployment.commands(), AclOperation.WRITE),
              topic("gateway", deployment.events(), AclOperation.READ)));
      start(deployment).awaitHealthy();
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(
              client("gateway"), new ByteArraySerializer(), new ByteArraySerializer())) {
        producer.send(acquire(deployment.commands())).get();
        assertThatThrownBy(() -> producer.send(acquire(deployment.events())).get())
            .hasCauseInstanceOf(TopicAuthorizationException.class);
      }
      try (KafkaConsumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(
              client("gateway"), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
        List<TopicPartition> all =
            Stream.iterate(0, each -> each + 1)
                .limit(deployment.partitions())
                .map(each -> new TopicPartition(deployment.events(), each))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        assertThat(consumer.poll(PATIENCE).count()).isPositive();
        TopicPartition commands = new TopicPartition(deployment.commands(), 0);
        consumer.assign(List.of(commands));
        assertThatThrownBy(() -> consumer.poll(PATIENCE))
            .isInstanceOf(TopicAuthorizationException.class);
      }
    }
  }

  /** Without Write the console shows everything, and forces nothing. */
  @Test
  void consoleWithTheRightsOfItsPage_showsLocksAndForcesOnlyIfItMay() throws Exception {
    try (Deployment deployment = new Deployment(infrastructure, "console")) {
      createTopics(deployment);
      allow(deployment, arbitersRights(deployment));
      allow(
          deployment,
          List.of(
              topic("console", deployment.events(), AclOperation.READ),
              topic("console", deployment.commands(), AclOperation.DESCRIBE),
              right(
                  "console",
                  ResourceType.GROUP,
                  deployment.name(),
                  PatternType.LITERAL,
                  AclOperation.DESCRIBE)));
      start(deployment).awaitHealthy();
      deployment.log().send(deployment.commands(), "acme".getBytes(UTF_8), acquire("x").value());
      Map<String, String> settings = secured(deployment.settings(), "console");
      try (EmbeddedConsole console = EmbeddedConsole.start(infrastructure, 0, settings)) {
        ConsoleCaller pages = new ConsoleCaller(console.address());
        pages.shows("/api/locks?account=acme", "\"lockId\":\"c1\"");
        pages.shows("/api/life?account=acme&lockId=c1", "\"granted\"");
        pages.shows("/api/partitions", "\"lag\":0");
        assertThat(pages.get("/api/partitions")).doesNotContain("\"problem\"");
        assertThat(pages.force("c1")).isEqualTo(503);
        allow(deployment, List.of(topic("console", deployment.commands(), AclOperation.WRITE)));
        assertThat(pages.force("c1")).isEqualTo(202);
        pages.shows("/api/life?account=acme&lockId=c1", "\"reason\":\"FORCED\"");
      }
    }
  }

  private static ProducerRecord<byte[], byte[]> acquire(String topic) {
    return new ProducerRecord<>(
        topic,
        0,
        "acme".getBytes(UTF_8),
        "{\"type\":\"acquire\",\"commandId\":\"c1\",\"account\":\"acme\",\"subAccount\":\"u\",\"operation\":\"UPLOAD\",\"path\":\"/p\",\"leaseMs\":600000}"
            .getBytes(UTF_8));
  }

  private static void createTopics(Deployment deployment) {
    try (ArbiterNode arbiter = deployment.arbiter()) {
      arbiter.awaitHealthy();
    }
  }

  private static ArbiterNode start(Deployment deployment) throws Exception {
    return deployment.arbiter(secured(deployment.settings(), "arbiter"), new Faults());
  }

  private static Map<String, String> secured(Map<String, String> of, String user) throws Exception {
    Map<String, String> settings = new HashMap<>(of);
    settings.put("spring.kafka.bootstrap-servers", secured);
    settings.put("spring.kafka.security.protocol", "SASL_SSL");
    settings.put("spring.kafka.properties.sasl.mechanism", "PLAIN");
    settings.put("spring.kafka.properties.sasl.jaas.config", login(user));
    settings.put("spring.kafka.ssl.bundle", "kafka");
    settings.put(
        "spring.ssl.bundle.pem.kafka.truststore.certificate",
        "file:" + authority.toTempRootCertPem());
    return settings;
  }

  private static Map<String, Object> client(String user) {
    return Map.of(
        "bootstrap.servers",
        secured,
        "security.protocol",
        "SASL_SSL",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        login(user),
        "ssl.truststore.type",
        "PEM",
        "ssl.truststore.certificates",
        authority.getRootCertificatePEM(),
        "enable.auto.commit",
        "false");
  }

  private static String login(String user) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
        .formatted(user, PASSWORD);
  }

  /** Returns the rights listed on the arbiter's page. */
  private static List<AclBinding> arbitersRights(Deployment deployment) {
    List<AclBinding> rights = new ArrayList<>();
    for (String topic : List.of(deployment.commands(), deployment.events())) {
      rights.add(topic("arbiter", topic, AclOperation.READ));
      rights.add(topic("arbiter", topic, AclOperation.WRITE));
      rights.add(topic("arbiter", topic, AclOperation.DESCRIBE_CONFIGS));
    }
    rights.add(topic("arbiter", deployment.deadLetters(), AclOperation.WRITE));
    rights.add(topic("arbiter", deployment.deadLetters(), AclOperation.DESCRIBE_CONFIGS));
    rights.add(
        right(
            "arbiter",
            ResourceType.GROUP,
            deployment.name(),
            PatternType.LITERAL,
            AclOperation.READ));
    for (AclOperation operation : List.of(AclOperation.WRITE, AclOperation.DESCRIBE)) {
      rights.add(
          right(
              "arbiter",
              ResourceType.TRANSACTIONAL_ID,
              deployment.name() + "-",
              PatternType.PREFIXED,
              operation));
    }
    return rights;
  }

  private static AclBinding topic(String user, String topic, AclOperation operation) {
    return right(user, ResourceType.TOPIC, topic, PatternType.LITERAL, operation);
  }

  private static AclBinding right(
      String user, ResourceType type, String name, PatternType pattern, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, name, pattern),
        new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
  }

  private static void allow(Deployment deployment, List<AclBinding> rights) throws Exception {
    try (Admin admin = deployment.log().admin()) {
      admin.createAcls(rights).all().get();
      await()
          .until(() -> admin.describeAcls(AclBindingFilter.ANY).values().get().containsAll(rights));
    }
  }
}
