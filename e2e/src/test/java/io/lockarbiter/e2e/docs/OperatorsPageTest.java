package io.lockarbiter.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.check.RedisRights;
import io.lockarbiter.arbiter.config.ArbiterProperties;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.watch.StallCause;
import io.lockarbiter.contracts.lock.Setting;
import java.io.IOException;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The arbiter's README lists every setting and every metric. */
class OperatorsPageTest {
  private static final MarkdownPage PAGE = MarkdownPage.read("arbiter/README.md");
  private static final String METERS =
      "arbiter/src/main/java/io/lockarbiter/arbiter/view/MeterName.java";
  private static final Pattern METER = Pattern.compile("\"(lockarbiter\\.[a-z_.]+)\"");

  @Test
  void settings_areThoseOfTheCodeWithTheirDefaults() {
    Map<String, String> settings = new TreeMap<>();
    collect("lockarbiter", ArbiterProperties.class, settings);

    assertThat(written()).isEqualTo(settings);
  }

  /** A refused start prints these commands, for the deployment's own keys. */
  @Test
  void rightsInRedis_areThoseThatARefusedStartPrints() {
    List<String> written =
        PAGE.text()
            .lines()
            .filter(line -> line.startsWith("ACL SETUSER arbiter "))
            .flatMap(line -> Stream.of(line.split(" ")))
            .filter(word -> word.startsWith("+"))
            .map(word -> word.substring(1))
            .toList();

    assertThat(written)
        .isEqualTo(
            Stream.of(RedisRights.COMMANDS, RedisRights.FUNCTIONS).flatMap(List::stream).toList());
    assertThat(RedisRights.grant(null, "drive"))
        .startsWith("redis-cli ACL SETUSER default '~{drive:*' +ping +info ")
        .endsWith(" +exists +rename");
  }

  /**
   * Collects every setting of a record of settings, with its default as text; empty if it has none.
   */
  private static void collect(String prefix, Class<?> type, Map<String, String> settings) {
    for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
      String name = prefix + "." + inKebabCase(parameter.getName());
      DefaultValue value = parameter.getAnnotation(DefaultValue.class);
      if (parameter.getType().isRecord()) {
        collect(name, parameter.getType(), settings);
      } else if (parameter.getType().equals(Map.class)) {
        Setting.LIMITS.forEach(
            limit -> settings.put(name + "." + property(limit), byDefault(limit)));
      } else {
        settings.put(name, value == null ? "" : String.join(",", value.value()));
      }
    }
  }

  /** Returns the property; the unit of a duration is part of its value, not of its name. */
  private static String property(Setting limit) {
    String name = limit.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return limit.isDuration() ? name.replaceAll("-ms$", "") : name;
  }

  private static String byDefault(Setting limit) {
    int value = limit.byDefault();
    if (limit.isSize()) {
      int megabytes = value >> 20;
      return megabytes % 1024 == 0 ? megabytes / 1024 + "gb" : megabytes + "mb";
    }
    return limit.isDuration() ? value / 1000 + "s" : "" + value;
  }

  private static String inKebabCase(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Returns the settings in the tables; {@code a.b.c, .d} names two. */
  private static Map<String, String> written() {
    Map<String, String> written = new TreeMap<>();
    for (List<String> row : PAGE.rows("Settings")) {
      if (row.get(0).startsWith("lockarbiter.")) {
        String[] names = row.get(0).split(", ", -1);
        String[] defaults = row.get(1).split(", ", -1);
        String prefix = names[0].substring(0, names[0].lastIndexOf('.'));
        for (int i = 0; i < names.length; i++) {
          String name = names[i].startsWith(".") ? prefix + names[i] : names[i];
          written.put(name, i < defaults.length ? valueOf(defaults[i]) : "");
        }
      }
    }
    return written;
  }

  /** Returns the value of a cell, without remarks in parentheses or words. */
  private static String valueOf(String cell) {
    return cell.equals("broker's") ? "" : cell.replaceAll(" \\(.*", "").toLowerCase(Locale.ROOT);
  }

  @Test
  void runbook_hasASectionForEachReasonToHaltAndEachCauseOfAStall() throws IOException {
    List<String> sections =
        Files.readAllLines(MarkdownPage.ROOT.resolve("docs/RUNBOOK.md")).stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .toList();

    assertThat(sections)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Stream.of(HaltReason.values()), Stream.of(StallCause.values()))
                .map(Enum::name)
                .toList());
  }

  @Test
  void metrics_areThoseOfTheCode() throws IOException {
    List<String> meters =
        METER
            .matcher(Files.readString(MarkdownPage.ROOT.resolve(METERS)))
            .results()
            .map(MatchResult::group)
            .map(name -> name.replace("\"", "").replace('.', '_'))
            .toList();

    assertThat(meters).isNotEmpty();
    assertThat(meters).allSatisfy(meter -> assertThat(PAGE.text()).contains(meter));
  }
}
