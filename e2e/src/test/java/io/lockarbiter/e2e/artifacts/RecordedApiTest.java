package io.lockarbiter.e2e.artifacts;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The public API is recorded, so a change of it also changes the record and is visible. */
class RecordedApiTest {
  private static final Path RECORDS = Path.of("../docs/api");

  /** Types that are public for other packages of the product only. */
  private static final Set<String> INTERNAL =
      Set.of(
          "io.lockarbiter.client.ask",
          "io.lockarbiter.client.hold",
          "io.lockarbiter.client.fence.memory",
          "io.lockarbiter.spring.boot3",
          "io.lockarbiter.client.fence.PartitionTokens",
          "io.lockarbiter.client.kafka.BrokerSigns",
          "io.lockarbiter.client.kafka.EventHeaders",
          "io.lockarbiter.client.kafka.KafkaEdges",
          "io.lockarbiter.client.kafka.IdleFetch",
          "io.lockarbiter.client.work.JobDesk",
          "io.lockarbiter.contracts.lock.PathNode",
          "io.lockarbiter.contracts.lock.PathTree",
          "io.lockarbiter.contracts.lock.VisibleText",
          "io.lockarbiter.testing.SimulatedTime");

  /** Each published artifact, with the package above all of its own; the longest one counts. */
  private static final Map<String, String> ROOTS =
      Map.of(
          "lock-arbiter-contracts", "io.lockarbiter.contracts",
          "lock-arbiter-client", "io.lockarbiter.client",
          "lock-arbiter-fence-jdbc", "io.lockarbiter.fence.jdbc",
          "lock-arbiter-spring-boot-starter", "io.lockarbiter.spring",
          "lock-arbiter-spring-integration", "io.lockarbiter.spring.integration",
          "lock-arbiter-test", "io.lockarbiter.testing",
          "lock-arbiter-tus", "io.lockarbiter.tus",
          "lock-arbiter-webdav", "io.lockarbiter.webdav");

  private static final Pattern OWN_TYPE = Pattern.compile("io\\.lockarbiter\\.[\\w.$]+");

  static Set<String> artifacts() {
    return new TreeSet<>(ROOTS.keySet());
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void publicSignatures_areThoseRecorded(String artifact) throws IOException {
    Path record = RECORDS.resolve(artifact + ".txt");
    List<String> present = signatures(artifact);
    if (Boolean.getBoolean("lockarbiter.record-api")) {
      Files.write(record, present);
    }
    List<String> recorded = Files.readAllLines(record);
    assertThat(present).hasSizeGreaterThan(5);
    assertThat(recorded.stream().filter(not(present::contains)))
        .as(
            "gone from %s or changed: whoever uses them no longer compiles, or no longer links. If it is meant: CHANGELOG.md, and run this test with -Dlockarbiter.record-api=true",
            artifact)
        .isEmpty();
    assertThat(present.stream().filter(not(recorded::contains)))
        .as(
            "new in %s, and from the next release on to be kept. If it is meant for users: run this test with -Dlockarbiter.record-api=true",
            artifact)
        .isEmpty();
  }

  /** A type that is not recorded may change with every build. */
  @Test
  void typesInSignatures_areRecordedToo() throws IOException {
    Set<String> recorded = new TreeSet<>();
    Map<String, String> used = new TreeMap<>();
    for (Path record : records()) {
      for (String line : Files.readAllLines(record)) {
        List<String> types = OWN_TYPE.matcher(line).results().map(MatchResult::group).toList();
        if (!line.contains(": ")) {
          recorded.add(types.get(0));
        }
        types.forEach(type -> used.put(type, line));
      }
    }
    assertThat(recorded).hasSizeGreaterThan(100);
    used.keySet().removeAll(recorded);
    assertThat(used).as("types, and a signature that has each").isEmpty();
  }

  private static List<Path> records() throws IOException {
    try (Stream<Path> files = Files.list(RECORDS)) {
      return files.sorted().toList();
    }
  }

  private static boolean isOf(String artifact, JavaClass type) {
    return ROOTS.entrySet().stream()
        .filter(root -> (type.getPackageName() + ".").startsWith(root.getValue() + "."))
        .max(Comparator.comparingInt(root -> root.getValue().length()))
        .map(root -> root.getKey().equals(artifact))
        .orElse(false);
  }

  private static List<String> signatures(String artifact) {
    Stream<Class<?>> types =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages(ROOTS.get(artifact))
                .stream()
                .filter(
                    type ->
                        isOf(artifact, type)
                            && !INTERNAL.contains(type.getPackageName())
                            && !INTERNAL.contains(type.getName()))
                .map(JavaClass::reflect);
    return types.flatMap(type -> PublicSignatures.of(type).stream()).distinct().sorted().toList();
  }
}
