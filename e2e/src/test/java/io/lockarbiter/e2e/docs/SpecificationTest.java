package io.lockarbiter.e2e.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.schema.DeadLetterHeader;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.contracts.schema.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tables of RULES.md and WIRE.md agree with the code. */
class SpecificationTest {
  private static final MarkdownPage RULES = MarkdownPage.read("RULES.md");
  private static final MarkdownPage WIRE = MarkdownPage.read("WIRE.md");
  private static final Pattern SETTING = Pattern.compile("\"(\\w+)\":(\\d+)");

  @ParameterizedTest
  @EnumSource(names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
  void compatibility_isTheTableOfTheCode(Mode ours) {
    List<String> row =
        RULES.rows("Modes and their compatibility").stream()
            .filter(cells -> cells.size() == 10 && cells.get(0).equals(ours.name()))
            .findFirst()
            .orElseThrow();
    List<String> expected = new ArrayList<>();
    for (Mode theirs : Mode.known()) {
      expected.add(cell(ours, theirs));
    }

    assertThat(row.subList(1, 9)).isEqualTo(expected);
  }

  private static String cell(Mode ours, Mode theirs) {
    List<Relation> compatible =
        Relation.known().stream()
            .filter(relation -> !Compatibility.conflictsWith(ours, relation, theirs))
            .toList();
    Relation readerAbove =
        ours == Mode.PUT || ours == Mode.GUARD ? Relation.ANCESTOR : Relation.DESCENDANT;
    if (compatible.equals(List.of(readerAbove))) {
      return "above";
    }
    return compatible.isEmpty() ? "✗" : compatible.size() == 3 ? "✓" : "?";
  }

  @Test
  void operations_haveTheTargetsOfTheCode() {
    List<String> written = new ArrayList<>();
    for (List<String> row : RULES.rows("Operations").subList(1, RULES.rows("Operations").size())) {
      for (String operation : row.get(0).split(", ", -1)) {
        written.add(operation + ": " + row.get(1));
      }
    }

    assertThat(written)
        .filteredOn(line -> !line.startsWith("CUSTOM: "))
        .containsExactlyInAnyOrderElementsOf(
            Operation.known().stream()
                .filter(operation -> !operation.hasExplicitTargets())
                .map(SpecificationTest::line)
                .toList());
  }

  private static String line(Operation operation) {
    LockPath path = LockPath.of("/a");
    List<Target> targets =
        operation.targets(path, operation.hasDestination() ? LockPath.of("/b") : null);
    String line = operation + ": path " + targets.get(0).mode();
    return targets.size() == 1 ? line : line + ", destination " + targets.get(1).mode();
  }

  /** The console asks for a destination exactly if the operation has one. */
  @Test
  void operationsWithADestination_areThoseOfTheConsolesPage() throws IOException {
    String page =
        Files.readString(
            MarkdownPage.ROOT.resolve("console/src/main/resources/console/app/explain.js"));
    String expected =
        Operation.known().stream()
            .filter(Operation::hasDestination)
            .map(operation -> '"' + operation.name() + '"')
            .collect(Collectors.joining(", "));

    assertThat(page).contains("const WITH_DESTINATION = [" + expected + "];");
  }

  @Test
  void settings_haveTheDefaultsOfTheCode() {
    TreeMap<String, String> written = new TreeMap<>();
    for (List<String> row : RULES.rows("Settings").subList(1, RULES.rows("Settings").size())) {
      String[] names = row.get(0).split(", ", -1);
      String[] values = row.get(1).split(" · ", -1);
      for (int i = 0; i < names.length; i++) {
        written.put(names[i], number(values[i]));
      }
    }
    TreeMap<String, String> defaults = new TreeMap<>();
    Matcher setting =
        SETTING.matcher(
            new String(CommandCodec.encode(SettingsChange.to(Settings.DEFAULT)), UTF_8));
    while (setting.find()) {
      defaults.put(setting.group(1), setting.group(2));
    }
    defaults.remove("v");

    assertThat(written).isEqualTo(defaults);
  }

  /**
   * Returns the number in a cell such as {@code 10,000}, {@code 12 unless told otherwise} or {@code
   * 32 MiB}.
   */
  private static String number(String cell) {
    String[] words = cell.replace(",", "").split(" ", 3);
    int shift =
        words.length < 2 ? 0 : words[1].equals("MiB") ? 20 : words[1].equals("GiB") ? 30 : 0;
    return String.valueOf(Integer.parseInt(words[0]) << shift);
  }

  @Test
  void reasons_areThoseOfTheCode() {
    List<String> written =
        WIRE.rows("Events").stream()
            .map(row -> row.get(0))
            .filter(name -> name.matches("[A-Z_]+"))
            .toList();
    List<String> reasons = new ArrayList<>();
    ReleaseReason.known().stream().map(Enum::name).forEach(reasons::add);
    RejectReason.known().stream().map(Enum::name).forEach(reasons::add);

    assertThat(written).isEqualTo(reasons);
  }

  @Test
  void namesOnTheWire_areThoseOfTheCode() {
    List<String> names = new ArrayList<>();
    Stream.of(Topic.values()).map(Topic::text).forEach(names::add);
    EventType.known().stream().map(EventType::text).forEach(names::add);
    Stream.of(EventHeader.values()).map(EventHeader::text).forEach(names::add);
    Stream.of(DeadLetterHeader.values()).map(DeadLetterHeader::text).forEach(names::add);

    assertThat(names).allSatisfy(name -> assertThat(WIRE.text()).contains("`" + name + "`"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"command", "event", "lock"})
  void everyFieldOfTheSchemas_isDescribed(String schema) throws IOException {
    Path file =
        MarkdownPage.ROOT.resolve("contracts/src/main/resources/schema/" + schema + ".schema.json");
    List<String> fields = new ArrayList<>();
    collectFields(JsonMapper.shared().readTree(Files.readString(file)), fields);

    assertThat(fields).isNotEmpty();
    assertThat(fields)
        .allSatisfy(field -> assertThat(WIRE.text() + RULES.text()).contains("`" + field + "`"));
  }

  private static void collectFields(JsonNode node, List<String> fields) {
    fields.addAll(node.path("properties").propertyNames());
    node.forEach(child -> collectFields(child, fields));
  }
}
