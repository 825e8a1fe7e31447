package io.lockarbiter.e2e;

import static io.lockarbiter.e2e.RepairTool.awaitHaltId;
import static io.lockarbiter.e2e.RepairTool.repair;
import static io.lockarbiter.e2e.RepairTool.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.arbiter.config.RepairApplication;
import io.lockarbiter.arbiter.kafka.KafkaServices;
import io.lockarbiter.arbiter.kafka.ProducerAppender;
import io.lockarbiter.arbiter.kafka.RepairedPartition;
import io.lockarbiter.arbiter.repair.Repair;
import io.lockarbiter.arbiter.repair.RepairLog;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.RepairTool.Answer;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** {@code lockarbiter repair} on partitions that halted for each reason. */
@Cluster
@EveryFifthDay
class RepairIT {
  private static final int PARTITION = 1;
  private static final int OTHER = 2;
  private static final int APPENDED_AT = 2;
  private static final int LOG_TIME = 4;

  @Test
  void stateOfAnotherLog_isSetAsideAndBuiltAnew(Deployment deployment) {
    repairsState(deployment, "AHEAD", redis -> redis.changeIdentity(PARTITION));
  }

  @Test
  void stateThatKnowsAnotherRecord_isSetAsideAndBuiltAnew(Deployment deployment) {
    repairsState(deployment, "AHEAD", redis -> redis.change(PARTITION, APPENDED_AT));
  }

  @Test
  void stateThatCameToSomethingElse_isSetAsideAndBuiltAnew(Deployment deployment) {
    repairsState(deployment, "MISMATCH", redis -> redis.change(PARTITION, LOG_TIME));
  }

  /** The state looks as if brokers had lost the last transaction. */
  @Test
  void stateThatWasToldOfMoreEvents_isSetAsideAndBuiltAnew(Deployment deployment) {
    repairsState(
        deployment,
        "STALE",
        redis -> {
          KafkaLog log = deployment.log();
          log.acquire(deployment.accountIn(PARTITION));
          log.flush();
          ConsumerRecord<byte[], byte[]> sent = last(log.read(deployment.commands()));
          LogRecord record =
              new LogRecord(
                  sent.offset(),
                  sent.timestamp(),
                  sent.leaderEpoch().orElse(-1),
                  CommandCodec.decode(
                      Objects.requireNonNull(sent.key()), Objects.requireNonNull(sent.value())));
          try (ConfigurableApplicationContext services = services(deployment)) {
            LockStore store = services.getBean(LockStore.class);
            long before = sent.offset() - 1;
            store.decide(PARTITION, new FeedPosition(before, 1), List.of(record)).applied();
            store.decide(PARTITION, new FeedPosition(sent.offset(), 2), List.of()).applied();
          }
        },
        2);
  }

  private static ConsumerRecord<byte[], byte[]> last(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream()
        .filter(record -> record.partition() == PARTITION)
        .reduce((one, next) -> next)
        .orElseThrow();
  }

  private static ConfigurableApplicationContext services(Deployment deployment) {
    return new SpringApplicationBuilder(RepairApplication.class)
        .web(WebApplicationType.NONE)
        .registerShutdownHook(false)
        .run(settings(deployment).toArray(String[]::new));
  }

  private interface Damage {
    void to(RedisKeys redis);
  }

  private static void repairsState(Deployment deployment, String reason, Damage damage) {
    repairsState(deployment, reason, damage, 1);
  }

  private static void repairsState(
      Deployment deployment, String reason, Damage damage, int decided) {
    OneEach.decideAndStop(deployment);
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      damage.to(redis);
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt(reason, "");

      Answer answer = repair(deployment, PARTITION, awaitHaltId(arbiter, PARTITION), "--yes");
      assertThat(answer.code()).as(answer.text()).isZero();
      assertThat(answer.text())
          .contains("get other names", "keys of {%s:1} in Redis".formatted(deployment.name()));
      assertGoesOn(deployment, arbiter, decided);
      assertThat(redis.count(PARTITION, "aside-")).isPositive();
    }
  }

  @Test
  void groupAndStateGone_areFoundOutFromLogAndEvents(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      redis.flush(PARTITION);
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("LOST", "neither the group's commit nor a state");

      Answer answer = repair(deployment, PARTITION, awaitHaltId(arbiter, PARTITION), "--yes");
      assertThat(answer.code()).as(answer.text()).isZero();
      assertThat(answer.text()).contains("Committed offset=0.");
      assertGoesOn(deployment, arbiter, 1);
      assertThat(redis.state(PARTITION).held()).hasSize(2);
    }
  }

  @Test
  void topicMadeAnew_isNotTakenForTheOldOne(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      admin.deleteTopics(List.of(deployment.commands())).all().get();
      await().until(() -> !admin.listTopics().names().get().contains(deployment.commands()));
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("AHEAD", "the state in Redis does not fit the log");
      assertByHand(deployment, arbiter, "Start under a new lockarbiter.deployment");

      redis.flush(PARTITION);
      arbiter.awaitHalt("LOST", "neither the group's commit nor a state");
      assertByHand(deployment, arbiter, "does not have the command that the last event answers");
    }
  }

  /** Locks of the old topics may still be held. */
  @Test
  void bothTopicsMadeAnew_areNotTakenForNew(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin()) {
      List<String> both = List.of(deployment.commands(), deployment.events());
      admin.deleteTopics(both).all().get();
      await().until(() -> admin.listTopics().names().get().stream().noneMatch(both::contains));
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("AHEAD", "the state in Redis does not fit the log");
      assertByHand(deployment, arbiter, "locks of the old ones may still be held");
    }
  }

  /** There are fewer events than the number of the foreign one says. */
  @Test
  void strangersEventAndNoCommit_haltsAgainRatherThanSwallow(Deployment deployment)
      throws Exception {
    OneEach.decideAndStop(deployment);
    OneEach.strangersEvent(deployment, PARTITION);
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      redis.flush(PARTITION);
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("LOST", "neither the group's commit nor a state");
      repair(deployment, PARTITION, awaitHaltId(arbiter, PARTITION), "--yes");
      arbiter.awaitHalt("MISMATCH", "led to events up to seq=1, expected at least publishedSeq=77");
    }
  }

  @Test
  void stateOfAMomentAgoWithoutCommit_isFedWhatWasPublished(Deployment deployment)
      throws Exception {
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      OneEach.decideAndStop(deployment);
      List<Object> dump = redis.dump(PARTITION);
      OneEach.decideAndStop(deployment);
      redis.restore(PARTITION, dump);
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("BEHIND", "Redis lost writes");

      Answer answer = repair(deployment, PARTITION, awaitHaltId(arbiter, PARTITION), "--yes");
      assertThat(answer.code()).as(answer.text()).isZero();
      assertGoesOn(deployment, arbiter, 2);
      assertThat(redis.state(PARTITION).held()).hasSize(3);
    }
  }

  @Test
  void undecidedCommandsRemoved_areAcceptedAsLost(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    KafkaLog log = deployment.log();
    try (Admin admin = log.admin()) {
      log.acquire(deployment.accountIn(PARTITION), "never-answered", "/lost", 1_000);
      log.flush();
      cut(admin, deployment.commands(), -1);
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("RETENTION", "before it was decided");

      Answer answer = repair(deployment, PARTITION, awaitHaltId(arbiter, PARTITION), "--yes");
      assertThat(answer.code()).as(answer.text()).isZero();
      assertThat(answer.text()).contains("which retention has removed, get no answer");
      assertGoesOn(deployment, arbiter, 1);
    }
  }

  @Test
  void metadataOfAStranger_isDropped(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin()) {
      OneEach.commit(
          admin,
          deployment,
          new TopicPartition(deployment.commands(), PARTITION),
          new OffsetAndMetadata(2, "a tool was here"));
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("METADATA", "cannot be read");

      Answer answer = repair(deployment, PARTITION, awaitHaltId(arbiter, PARTITION), "--yes");
      assertThat(answer.code()).as(answer.text()).isZero();
      assertGoesOn(deployment, arbiter, 1);
    }
  }

  @Test
  void nothingIsRetained_takesTheTimeOfTheLongestLease(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      cut(admin, deployment.commands(), -1);
      cut(admin, deployment.events(), -1);
      redis.flush(PARTITION);
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("EMPTY", "lock.events does not reach back");

      String id = awaitHaltId(arbiter, PARTITION);
      Instant early = toldTime(repair(deployment, PARTITION, id));
      assertThat(toldTime(repair(deployment, PARTITION, id)))
          .as("time goes on though nobody sends anything")
          .isAfter(early);
      try (ConfigurableApplicationContext services = services(deployment)) {
        Repair tomorrow =
            new Repair(
                deployment.name(),
                PARTITION,
                services.getBean(LockStore.class),
                Tomorrow.of(
                    services.getBean(KafkaServices.class),
                    services.getBean(ProducerAppender.class)),
                InstantSource.system());
        tomorrow.carryOut(id, tomorrow.diagnose(id).remedy());
      }
      await().until(() -> arbiter.get("/actuator/health").startsWith("200 "));
      assertThat(redis.state(PARTITION).held()).isEmpty();
      assertThat(redis.state(PARTITION).header().seq())
          .as("no event that was removed had a higher number")
          .isGreaterThan(1);
    }
  }

  /** Returns the time that a repair has asked the broker for. */
  private static Instant toldTime(Answer answer) {
    assertThat(answer.code()).as(answer.text()).isEqualTo(1);
    Matcher told =
        Pattern.compile("No repair before .* a tick that was just appended with (\\S+Z)\\.")
            .matcher(answer.text());
    assertThat(told.find()).as(answer.text()).isTrue();
    return Instant.parse(told.group(1));
  }

  @Test
  void strangersEvent_isNothingForATool(Deployment deployment) {
    OneEach.decideAndStop(deployment);
    OneEach.strangersEvent(deployment, PARTITION);
    ArbiterNode arbiter = deployment.arbiter();
    arbiter.awaitHalt("MISMATCH", "has seq=77");

    assertByHand(deployment, arbiter, "Start under a new lockarbiter.deployment");
  }

  @Test
  void anotherHaltOrNo_changesNothing(Deployment deployment) {
    OneEach.decideAndStop(deployment);
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      redis.change(PARTITION, LOG_TIME);
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("MISMATCH", "");
      String id = awaitHaltId(arbiter, PARTITION);

      Answer other = repair(deployment, PARTITION, "00000000", "--yes");
      assertThat(other.code()).isEqualTo(1);
      assertThat(other.text())
          .contains("does not stand still for halt 00000000", "say now is MISMATCH: ");
      Answer running = repair(deployment, OTHER, id, "--yes");
      assertThat(running.code()).isEqualTo(1);
      assertThat(running.text())
          .contains("partition=2 of deployment=", "does not stand still for halt " + id);
      Answer elsewhere =
          repair(deployment, PARTITION, id, "--yes", "--lockarbiter.deployment=another");
      assertThat(elsewhere.code()).isEqualTo(1);
      assertThat(elsewhere.text()).contains("of deployment=another does not stand still for halt");
      assertThat(arbiter.get("/actuator/health/lockarbiter"))
          .contains(
              "lockarbiter repair --partition 1 --halt %s --kafka=%s --redis=%s --lockarbiter.deployment=%s --lockarbiter.topics.prefix=%s --lockarbiter.topics.partitions=3"
                  .formatted(
                      id,
                      deployment.brokers(),
                      deployment.infrastructure().redisAddress(),
                      deployment.name(),
                      deployment.prefix()));
      Answer nowhere = repair(deployment, 30, id, "--yes");
      assertThat(nowhere.code()).isEqualTo(64);
      assertThat(nowhere.text()).contains("--partition=30, expected 0 to 2");
      Answer no = answered("n\n", () -> repair(deployment, PARTITION, id));
      assertThat(no.code()).isEqualTo(1);
      assertThat(no.text()).contains("Carry it out? [y/N] Nothing was changed.");
      Answer nobody = answered("", () -> repair(deployment, PARTITION, id));
      assertThat(nobody.code()).isEqualTo(1);
      assertThat(redis.count(PARTITION, "aside-")).isZero();
      assertThat(awaitHaltId(arbiter, PARTITION)).isEqualTo(id);
      Answer yes = answered("y\n", () -> repair(deployment, PARTITION, id));
      assertThat(yes.code()).isZero();
      assertGoesOn(deployment, arbiter, 1);
    }
  }

  private static Answer answered(String typed, Supplier<Answer> question) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
    try {
      return question.get();
    } finally {
      System.setIn(before);
    }
  }

  private static void assertByHand(Deployment deployment, ArbiterNode arbiter, String text) {
    String id = awaitHaltId(arbiter, PARTITION);
    Answer answer = repair(deployment, PARTITION, id, "--yes");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.text()).contains("No repair", text);
    assertThat(awaitHaltId(arbiter, PARTITION)).isEqualTo(id);
  }

  /**
   * Checks that the partition decides again soon, by itself, and that nothing was published twice.
   */
  private static void assertGoesOn(Deployment deployment, ArbiterNode arbiter, int before) {
    await().until(() -> arbiter.get("/actuator/health").startsWith("200 "));
    KafkaLog log = deployment.log();
    log.acquire(deployment.accountIn(PARTITION), "goes-on", "/goes/on", 60_000);
    await().until(() -> seqs(log).size() > before);
    assertThat(seqs(log))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, before + 1).boxed().toList());
  }

  private static List<Long> seqs(KafkaLog log) {
    return log.events().stream()
        .filter(event -> event.head().cause().partition() == PARTITION)
        .map(event -> event.head().seq())
        .toList();
  }

  /** The same logs two days later, by the brokers' clock. */
  private interface Tomorrow {
    static RepairLog of(KafkaServices kafka, ProducerAppender appender) {
      RepairLog log = new RepairedPartition(kafka, appender, PARTITION);
      return (RepairLog)
          Proxy.newProxyInstance(
              RepairLog.class.getClassLoader(),
              new Class<?>[] {RepairLog.class},
              (proxy, method, arguments) ->
                  method.getName().equals("appendTick")
                      ? log.appendTick().plus(Duration.ofDays(2))
                      : method.invoke(log, arguments));
    }
  }

  private static void cut(Admin admin, String topic, long before) throws Exception {
    Map<TopicPartition, RecordsToDelete> all =
        Map.of(new TopicPartition(topic, PARTITION), RecordsToDelete.beforeOffset(before));
    Objects.requireNonNull(admin.deleteRecords(all)).all().get();
  }
}
