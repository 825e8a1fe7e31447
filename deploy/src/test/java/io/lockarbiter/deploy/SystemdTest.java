package io.lockarbiter.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The unit, and the examples of its variables. */
class SystemdTest {
  private static final Path FOLDER = Path.of("systemd");

  /** Variables that the unit's own command line reads. */
  private static final List<String> OF_THE_UNIT = List.of("COMMAND", "JAVA_OPTIONS");

  /** A variable, also one that is only proposed. */
  private static final Pattern VARIABLE = Pattern.compile("(?:# )?([A-Z_]+)=");

  @Test
  void unit_givesTheTimeToStopAndNoPrivileges() throws IOException {
    assertThat(Files.readAllLines(FOLDER.resolve("lockarbiter@.service")))
        .contains(
            "TimeoutStopSec=60",
            "ExecStart=/usr/bin/java $JAVA_OPTIONS -jar /opt/lockarbiter/%i.jar $COMMAND",
            "EnvironmentFile=/etc/lockarbiter/%i.env",
            "User=lockarbiter",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "CapabilityBoundingSet=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"arbiter", "console", "gateway"})
  void variables_areSettingsOfTheProduct(String component) throws IOException {
    KnownSettings known = KnownSettings.ofTheClassPath();
    List<String> names =
        Files.readAllLines(FOLDER.resolve(component + ".env")).stream()
            .map(VARIABLE::matcher)
            .filter(Matcher::lookingAt)
            .map(variable -> variable.group(1))
            .filter(name -> !OF_THE_UNIT.contains(name))
            .toList();

    assertThat(names)
        .contains("SPRING_KAFKA_BOOTSTRAP_SERVERS", "SERVER_PORT")
        .allMatch(known::contains);
  }

  /**
   * The command is a line of sh, so that it may have the date; systemd must leave its signs alone.
   */
  @Test
  void audit_hasItsVariablesAndLeavesDatesToTheShell() throws IOException {
    String unit = Files.readString(FOLDER.resolve("lockarbiter-audit.service"));
    String command = unit.substring(unit.indexOf("ExecStart="), unit.indexOf("LogsDirectory="));
    List<String> variables =
        Pattern.compile("\\$\\$([A-Z_]+)")
            .matcher(command)
            .results()
            .map(each -> each.group(1))
            .toList();
    String settings = Files.readString(FOLDER.resolve("audit.env"));

    assertThat(unit).as("reports do not fill the disk").contains("-mtime +90 -delete");
    assertThat(unit).as("a run that hangs ends before the next").contains("TimeoutStartSec=20h");
    assertThat(variables).contains("KAFKA", "METRICS");
    assertThat(variables).allMatch(name -> settings.contains(name + "="));
    assertThat(command.replace("$$", "").replace("%%", "")).doesNotContain("$", "%");
  }
}
