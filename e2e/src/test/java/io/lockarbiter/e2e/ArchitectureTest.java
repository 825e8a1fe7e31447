package io.lockarbiter.e2e;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.console.ConsoleApplication;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.fence.jdbc.JdbcFencingGuard;
import io.lockarbiter.gateway.GatewayApplication;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.spring.GrantListener;
import io.lockarbiter.testing.FakeArbiter;
import io.lockarbiter.webdav.WebdavServer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The allowed dependencies between modules and packages. */
class ArchitectureTest {
  private static final String CONTRACTS = "io.lockarbiter.contracts..";
  private static final String STORE = "io.lockarbiter.lua.store..";
  private static final String REDIS = "io.lockarbiter.lua.redis..";
  private static final String MODEL = "io.lockarbiter.lua.model..";
  private static final String CLIENT = "io.lockarbiter.client..";
  private static final String ARBITER = "io.lockarbiter.arbiter..";
  private static final String CLI = "io.lockarbiter.cli..";
  private static final String FENCE_JDBC = "io.lockarbiter.fence.jdbc..";
  private static final String SPRING = "io.lockarbiter.spring..";
  private static final String TUS = "io.lockarbiter.tus..";
  private static final String WEBDAV = "io.lockarbiter.webdav..";
  private static final String TESTING = "io.lockarbiter.testing..";
  private static final String AUDIT = "io.lockarbiter.audit..";
  private static final String CONSOLE = "io.lockarbiter.console..";
  private static final String GATEWAY = "io.lockarbiter.gateway..";
  private static final String SERVICE = "io.lockarbiter.service..";
  private static final String EMBEDDED = "io.lockarbiter.embedded..";
  private static final String TRIAL = "io.lockarbiter.trial..";

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.lockarbiter");

  @Test
  void product_isWhollyLookedAt() {
    assertThat(PRODUCT.contain(Mode.class)).isTrue();
    assertThat(PRODUCT.contain(LockStore.class)).isTrue();
    assertThat(PRODUCT.contain(LockClient.class)).isTrue();
    assertThat(PRODUCT.contain(ArbiterApplication.class)).isTrue();
    assertThat(PRODUCT.contain(JdbcFencingGuard.class)).isTrue();
    assertThat(PRODUCT.contain(GrantListener.class)).isTrue();
    assertThat(PRODUCT.contain(FakeArbiter.class)).isTrue();
    assertThat(PRODUCT.contain(ConsoleApplication.class)).isTrue();
    assertThat(PRODUCT.contain(GatewayApplication.class)).isTrue();
    assertThat(PRODUCT.contain(WebdavServer.class)).isTrue();
  }

  @Test
  void contracts_knowNoFramework() {
    check(
        classes()
            .that()
            .resideInAPackage(CONTRACTS)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(CONTRACTS, "java..", "tools.jackson.core..", "org.jspecify..")));
  }

  @Test
  void tus_knowsTheClientAndItsLibraryOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(TUS)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    TUS,
                    CLIENT,
                    CONTRACTS,
                    "java..",
                    "jakarta.servlet..",
                    "me.desair.tus..",
                    "org.jspecify..")));
  }

  @Test
  void webdav_knowsTheClientAndTomcatOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(WEBDAV)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    WEBDAV,
                    CLIENT,
                    CONTRACTS,
                    "java..",
                    "com.nimbusds..",
                    "javax.xml..",
                    "org.w3c.dom..",
                    "org.xml.sax..",
                    "jakarta.servlet..",
                    "org.apache.catalina..",
                    "org.apache.tomcat..",
                    "org.apache.kafka..",
                    "tools.jackson..",
                    "org.slf4j..",
                    "org.jspecify..")));
  }

  @Test
  void model_knowsContractsAndTheStoresFaceOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(MODEL)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(MODEL, CONTRACTS, STORE, "java..", "org.jspecify..")));
  }

  @Test
  void store_isAFaceThatKnowsContractsOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(STORE)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(STORE, CONTRACTS, "java..", "org.jspecify..")));
  }

  @Test
  void storeInRedis_knowsContractsAndRedissonOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(REDIS)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    REDIS,
                    STORE,
                    CONTRACTS,
                    "java..",
                    "org.redisson..",
                    "io.netty..",
                    "org.jspecify..")));
  }

  @Test
  void redisson_isKnownByTheStoreAndTheConfigurationOnly() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(CONTRACTS, MODEL, STORE, ARBITER, AUDIT)
            .and()
            .resideOutsideOfPackage("io.lockarbiter.arbiter.config..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.redisson.."));
  }

  @Test
  void kafka_isKnownByTheEdgesOnly() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(CONTRACTS, "io.lockarbiter.lua..", ARBITER)
            .and()
            .resideOutsideOfPackages(
                "io.lockarbiter.arbiter.kafka..",
                "io.lockarbiter.arbiter.check..",
                "io.lockarbiter.arbiter.config..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.springframework.kafka.."));
    check(
        noClasses()
            .that()
            .resideInAPackage("io.lockarbiter.arbiter.check..")
            .and()
            .haveSimpleNameNotEndingWith("Reader")
            .and()
            .doNotHaveSimpleName("TopicCreator")
            .and()
            .doNotHaveSimpleName("AdminCalls")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka.."));
  }

  @Test
  void partition_knowsContractsAndTheStoresFaceOnly() {
    check(
        classes()
            .that()
            .resideInAPackage("io.lockarbiter.arbiter.partition..")
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    "io.lockarbiter.arbiter.partition..",
                    CONTRACTS,
                    STORE,
                    "java..",
                    "org.slf4j..",
                    "org.jspecify..")));
  }

  /** A step back or a jump of the host's clock must neither stop nor hurry anything. */
  @Test
  void lifeOfAPartition_goesByTheMonotonicClock() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                "io.lockarbiter.arbiter.kafka..",
                "io.lockarbiter.arbiter.partition..",
                "io.lockarbiter.arbiter.tick..",
                "io.lockarbiter.arbiter.config..")
            .should()
            .accessTargetWhere(
                describe("are told the host's time", ArchitectureTest::tellsTheHostsTime)));
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                "io.lockarbiter.arbiter.kafka..",
                "io.lockarbiter.arbiter.partition..",
                "io.lockarbiter.arbiter.tick..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Clock.class, InstantSource.class)
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.kafka.listener.."));
  }

  /** A clock that is set must neither lengthen nor end what a client believes of its locks. */
  @Test
  void locksOfAClient_areSafeByTheMonotonicClock() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage("io.lockarbiter.client.ask..", "io.lockarbiter.client.hold..")
            .should()
            .accessTargetWhere(
                describe("are told the host's time", ArchitectureTest::tellsTheHostsTime))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Clock.class, InstantSource.class));
  }

  private static boolean tellsTheHostsTime(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(System.class)
            && access.getName().equals("currentTimeMillis")
        || access.getTargetOwner().isEquivalentTo(Instant.class) && access.getName().equals("now");
  }

  @Test
  void spring_standsWhereBeansAreWiredAndListenersStand() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                CONTRACTS,
                "io.lockarbiter.lua..",
                "io.lockarbiter.arbiter.partition..",
                "io.lockarbiter.arbiter.tick..",
                "io.lockarbiter.arbiter.check..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.."));
  }

  @Test
  void client_knowsContractsAndKafkaOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(CLIENT)
            .and()
            .resideOutsideOfPackages(
                "io.lockarbiter.client.metrics..", "io.lockarbiter.client.tracing..")
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    CLIENT,
                    CONTRACTS,
                    "java..",
                    "org.apache.kafka..",
                    "org.slf4j..",
                    "org.jspecify..")));
    check(
        noClasses()
            .that()
            .resideInAPackage("io.lockarbiter.client.fence..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "io.lockarbiter.client.work.."));
    check(
        noClasses()
            .that()
            .resideInAnyPackage(CONTRACTS, "io.lockarbiter.lua..", ARBITER, AUDIT, CLI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(FENCE_JDBC, SPRING, TESTING));
    check(
        noClasses()
            .that()
            .resideInAnyPackage(CONTRACTS, "io.lockarbiter.lua..", ARBITER, AUDIT, CLI)
            .and()
            .resideOutsideOfPackage("io.lockarbiter.cli.locks..")
            .and()
            .doNotHaveSimpleName("LockArbiterCommand")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CLIENT));
    check(
        noClasses()
            .that()
            .resideInAPackage(CLIENT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.lockarbiter.lua..", ARBITER, FENCE_JDBC, SPRING, TESTING, EMBEDDED, TRIAL));
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                "io.lockarbiter.client",
                "io.lockarbiter.client.ask..",
                "io.lockarbiter.client.hold..",
                "io.lockarbiter.client.fence..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka.."));
    check(
        classes()
            .that()
            .resideInAPackage("io.lockarbiter.client")
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    "io.lockarbiter.client", CONTRACTS, "java..", "org.jspecify..")));
  }

  @Test
  void fenceInADatabase_knowsTheFencesFaceAndMemoryOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(FENCE_JDBC)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    FENCE_JDBC,
                    "io.lockarbiter.client.fence..",
                    CONTRACTS,
                    "java..",
                    "javax.sql..",
                    "org.slf4j..",
                    "org.jspecify..")));
  }

  @Test
  void memoryOfFences_isKnownByGuardsOnly() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("io.lockarbiter.client.fence..", FENCE_JDBC, WEBDAV)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.lockarbiter.client.fence.memory.."));
  }

  @Test
  void whatStandsBesideTheClient_isKnownByTrialsAndExamplesOnly() {
    check(
        noClasses()
            .that()
            .resideInAPackage(SPRING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.lockarbiter.lua..", FENCE_JDBC, TESTING, "io.lockarbiter.client.hold.."));
    check(
        noClasses()
            .that()
            .resideInAPackage(TESTING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(REDIS, FENCE_JDBC, SPRING, "org.redisson..", "org.apache.kafka.."));
  }

  @Test
  void arbiter_holdsNoRule() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ARBITER)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(AUDIT, CLI));
    check(
        noClasses()
            .that()
            .resideInAPackage(ARBITER)
            .and()
            .doNotHaveSimpleName("ArbiterConfiguration")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(MODEL));
  }

  @Test
  void audit_reachesNoRedisAndIsKnownByTheCommandLineOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(AUDIT)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    AUDIT,
                    CONTRACTS,
                    STORE,
                    MODEL,
                    "java..",
                    "tools.jackson..",
                    "org.HdrHistogram..",
                    "org.apache.kafka..",
                    "org.jspecify..")));
    check(
        noClasses()
            .that()
            .resideInAPackage(AUDIT)
            .and()
            .resideOutsideOfPackage("io.lockarbiter.audit.kafka..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka.."));
  }

  /** The console is a service of its own, and has no access to another. */
  @Test
  void console_knowsContractsAndViewsOnly() {
    check(
        noClasses()
            .that()
            .resideInAPackage(CONSOLE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ARBITER, AUDIT, CLI, CLIENT, FENCE_JDBC, SPRING, TESTING));
    check(
        noClasses()
            .that()
            .resideInAPackage(CONSOLE)
            .and()
            .resideOutsideOfPackage("io.lockarbiter.console.config..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(REDIS, "org.redisson.."));
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                CONTRACTS, "io.lockarbiter.lua..", SERVICE, ARBITER, AUDIT, CLI, CLIENT)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CONSOLE));
  }

  /** The gateway is a service of its own: a client of the log that asks no Redis. */
  @Test
  void gateway_knowsTheClientAndTheCommonPartsOnly() {
    check(
        noClasses()
            .that()
            .resideInAPackage(GATEWAY)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.lockarbiter.lua..",
                "io.lockarbiter.client.hold..",
                "org.redisson..",
                "jakarta.servlet..",
                ARBITER,
                CONSOLE,
                AUDIT,
                CLI,
                FENCE_JDBC,
                SPRING,
                TESTING));
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                CONTRACTS, "io.lockarbiter.lua..", SERVICE, ARBITER, CONSOLE, AUDIT, CLI, CLIENT)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(GATEWAY));
    check(
        noClasses()
            .that()
            .resideInAnyPackage("io.lockarbiter.gateway.ask..", "io.lockarbiter.gateway.access..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.apache.kafka..", "reactor.."));
  }

  /** The code that the services share, settings and views, depends on neither of them. */
  @Test
  void service_knowsLibrariesAndWhatADriverNeedsOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(SERVICE)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    SERVICE,
                    CONTRACTS,
                    STORE,
                    REDIS,
                    "java..",
                    "com.fasterxml.jackson.annotation..",
                    "jakarta.servlet..",
                    "org.springframework..",
                    "org.apache.kafka..",
                    "org.redisson..",
                    "org.slf4j..",
                    "org.jspecify..")));
    check(
        noClasses()
            .that()
            .resideInAnyPackage(CONTRACTS, "io.lockarbiter.lua..", AUDIT, CLIENT)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SERVICE));
  }

  @Test
  void roomsOfAudit_knowTheirNeighboursOnly() {
    auditRoom("replay");
    auditRoom("file", "replay");
    auditRoom("kafka", "replay");
    auditRoom("lives", "replay");
    auditRoom("stats", "replay", "lives");
    auditRoom("timeline", "replay", "lives");
    auditRoom("model", "replay");
    auditRoom("verify", "replay", "lives", "model");
  }

  /** An error in the model is found by the other check only if that has rules of its own. */
  @Test
  void checksOfAudit_shareTheReadingOnly() {
    auditRoom("verify.events", "replay", "lives");
    auditRoom("verify.model", "replay", "model");
    check(
        noClasses()
            .that()
            .resideInAnyPackage("io.lockarbiter.audit.verify.events..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(MODEL));
  }

  private static void auditRoom(String room, String... neighbours) {
    room("audit", room, neighbours);
  }

  /** Allows a package to use itself and the named ones, of all packages of its module. */
  private static void room(String module, String room, String... neighbours) {
    String packages = "io.lockarbiter.%s.%s..";
    List<String> others = new ArrayList<>();
    others.add(packages.formatted(module, room));
    for (String neighbour : neighbours) {
      others.add(packages.formatted(module, neighbour));
    }
    check(
        noClasses()
            .that()
            .resideInAPackage(packages.formatted(module, room))
            .should()
            .dependOnClassesThat(
                resideInAPackage("io.lockarbiter.%s..".formatted(module))
                    .and(not(resideInAnyPackage(others.toArray(String[]::new))))));
  }

  /** Texts of a history may contain control sequences for a terminal; one class removes them. */
  @Test
  void auditPrints_throughTheTerminalOnly() {
    check(
        noClasses()
            .that()
            .resideInAPackage("io.lockarbiter.cli.audit..")
            .and()
            .doNotHaveSimpleName("Terminal")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .callMethod(CommandLine.class, "getOut")
            .orShould()
            .callMethod(CommandLine.class, "getErr"));
  }

  @Test
  void whatNeverRunsInProduction_isKnownByNobody() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(EMBEDDED, TRIAL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(EMBEDDED, TRIAL));
  }

  @Test
  void embedded_knowsNothingOfTrials() {
    check(
        noClasses()
            .that()
            .resideInAPackage(EMBEDDED)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TRIAL, FENCE_JDBC, SPRING, TUS));
  }

  @Test
  void roomsOfEmbedded_knowTheirNeighboursOnly() {
    room("embedded", "server");
    room("embedded", "measure");
    room("embedded", "judge");
    room("embedded", "load", "measure");
    room("embedded", "scenarios", "server");
    room("embedded", "demo", "server", "load", "measure", "judge");
  }

  @Test
  void roomsOfTrial_knowTheirNeighboursOnly() {
    room("trial", "simulate");
    room("trial", "chaos", "bench.stage");
    room("trial", "fuzz", "bench.stage");
  }

  /** A bench may use the stage and itself; one takes figures of Redis from another. */
  @Test
  void benches_knowTheStageOnly() {
    room("trial", "bench.stage");
    for (String bench : benches()) {
      switch (bench) {
        case "peers" -> room("trial", "bench.peers", "bench.stage", "bench.decide");
        default -> room("trial", "bench." + bench, "bench.stage");
      }
    }
  }

  /** Returns each package below {@code bench}. */
  private static Set<String> benches() {
    String bench = "io.lockarbiter.trial.bench.";
    return PRODUCT.stream()
        .map(JavaClass::getPackageName)
        .filter(name -> name.startsWith(bench))
        .map(name -> name.substring(bench.length()).split("\\.", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void e2e_isTestsOnly() {
    assertThat(Path.of("src/main")).doesNotExist();
  }

  @Test
  void packages_haveNoCycles() {
    check(
        slices()
            .matching("io.lockarbiter.(*).(*)..")
            .namingSlices("$1.$2")
            .should()
            .beFreeOfCycles());
  }

  private static void check(ArchRule rule) {
    rule.check(PRODUCT);
  }
}
