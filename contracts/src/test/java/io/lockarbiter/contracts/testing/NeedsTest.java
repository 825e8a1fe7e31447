package io.lockarbiter.contracts.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class NeedsTest {
  private static final String OPTIONAL = "lockarbiter.optional";
  private static final String CHROMIUM = "lockarbiter.chromium";
  private static final String CHROMEDRIVER = "lockarbiter.chromedriver";
  private static final String MARIADBD = "lockarbiter.mariadbd";
  private static final String REDIS_SERVER = "lockarbiter.redis-server";
  private static final String FIX = ". Fix: apt-get install chromium chromium-driver";

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private final Map<String, String> before = new TreeMap<>();
  private final PrintStream console = System.out;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void setUp() {
    for (String name : List.of(OPTIONAL, CHROMIUM, CHROMEDRIVER, MARIADBD, REDIS_SERVER)) {
      String value = System.getProperty(name);
      if (value != null) {
        before.put(name, value);
      }
    }
    System.clearProperty(OPTIONAL);
    System.setProperty(CHROMIUM, "/nowhere/chromium");
    System.setProperty(CHROMEDRIVER, JAVA.toString());
    System.setProperty(MARIADBD, "/nowhere/mariadbd");
  }

  @AfterEach
  void putBack() {
    System.setOut(console);
    List.of(OPTIONAL, CHROMIUM, CHROMEDRIVER, MARIADBD, REDIS_SERVER)
        .forEach(System::clearProperty);
    before.forEach(System::setProperty);
  }

  @ParameterizedTest
  @CsvSource({
    "OnClass, OnClass (tests: 3)",
    "OnSuperclass, OnSuperclass (tests: 1)",
    "OnMethod, OnMethod.one",
    "OnInterface, OnInterface (tests: 1)",
    "OnInterfaceOfSuperclass, OnInterfaceOfSuperclass (tests: 1)",
    "OnMethodOfInterface, OnMethodOfInterface.one",
    "OnNested, Inner (tests: 1)",
    "OnAnnotationOfClass, OnAnnotationOfClass (tests: 1)",
    "OnAnnotationOfSuperclass, OnAnnotationOfSuperclass (tests: 1)",
    "OnAnnotationOfMethod, OnAnnotationOfMethod.one",
  })
  void testWithoutItsProgram_isLeftOutWithALine(String type, String name) throws Exception {
    assertThat(run(type).getTotalFailureCount()).isZero();

    assertThat(said())
        .containsExactly(
            "left out: " + name + ": " + CHROMIUM + "=/nowhere/chromium is no program" + FIX);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Twice", "BesideSuperclass", "BesideAnnotation"})
  void severalNeeds_addUp(String type) throws Exception {
    assertThat(run(type).getTotalFailureCount()).isZero();
    assertThat(said())
        .singleElement()
        .asString()
        .startsWith("left out: " + type + " (tests: 1): ")
        .contains(CHROMIUM + "=/nowhere/chromium is no program" + FIX)
        .contains(MARIADBD + "=/nowhere/mariadbd is no program. Fix: apt-get install mariadb");

    System.setProperty(CHROMIUM, JAVA.toString());

    assertThat(run(type).getTotalFailureCount()).isZero();
    assertThat(said()).hasSize(2).element(1).asString().doesNotContain(CHROMIUM);
  }

  @Test
  void testWithItsPrograms_runs() throws Exception {
    System.setProperty(CHROMIUM, JAVA.toString());
    System.setProperty(MARIADBD, JAVA.toString());

    TestExecutionSummary summary = run("Satisfied");

    assertThat(summary.getTestsSucceededCount()).isOne();
    assertThat(said()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"OnClass", "OnSuperclass", "OnMethod", "OnInterface", "OnNested"})
  void testWithoutItsProgram_failsWhereAllIsRequired(String type) throws Exception {
    System.setProperty(OPTIONAL, "required");

    TestExecutionSummary summary = run(type);

    assertThat(summary.getFailures())
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.getException())
                    .rootCause()
                    .hasMessage(
                        OPTIONAL
                            + "=required, but "
                            + CHROMIUM
                            + "=/nowhere/chromium is no program"
                            + FIX));
    assertThat(said()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "OnClass, 3",
    "OnSuperclass, 1",
    "OnMethod, 1",
    "OnInterface, 1",
    "OnInterfaceOfSuperclass, 1",
    "OnMethodOfInterface, 1",
    "OnNested, 1",
    "OnAnnotationOfClass, 1",
    "OnAnnotationOfSuperclass, 1",
    "OnAnnotationOfMethod, 1",
    "Twice, 1"
  })
  void testWithANeed_hasTheTag(String type, long tests) throws Exception {
    assertThat(
            LauncherFactory.create()
                .discover(of(type).filters(TagFilter.includeTags("optional")).build())
                .countTestIdentifiers(test -> test.isTest()))
        .isEqualTo(tests);
  }

  @Test
  void namedProgram_isUsedInsteadOfOneOnThePath() throws Exception {
    run("OnClass");
    System.setProperty(CHROMIUM, JAVA.toString());

    assertThat(OptionalTool.BROWSER.program("chromium")).isEqualTo(JAVA.toString());
  }

  @Test
  void browserOrDriverAlone_isMissing() {
    assertThat(OptionalTool.BROWSER.missing())
        .isEqualTo(CHROMIUM + "=/nowhere/chromium is no program");

    System.setProperty(CHROMIUM, JAVA.toString());
    assertThat(OptionalTool.BROWSER.missing()).isNull();

    System.setProperty(CHROMEDRIVER, "/nowhere/driver");
    assertThat(OptionalTool.BROWSER.missing())
        .isEqualTo(CHROMEDRIVER + "=/nowhere/driver is no program");

    System.setProperty(CHROMIUM, "");
    assertThat(OptionalTool.BROWSER.missing())
        .isEqualTo(
            CHROMIUM + "= is no program, " + CHROMEDRIVER + "=/nowhere/driver is no program");
  }

  @Test
  void programThatDoesNotStart_isMissing(@TempDir Path folder) throws IOException {
    Path broken = script(folder, "broken", "echo no library; exit 127");
    Path foreign = Files.write(folder.resolve("foreign"), new byte[] {127, 'E', 'L', 'F', 0});
    assertThat(foreign.toFile().setExecutable(true)).isTrue();
    Path text = Files.writeString(folder.resolve("text"), "no program");

    System.setProperty(MARIADBD, broken.toString());
    assertThat(OptionalTool.MARIADB.missing())
        .isEqualTo(MARIADBD + "=" + broken + " does not start: no library");
    System.setProperty(MARIADBD, foreign.toString());
    assertThat(OptionalTool.MARIADB.missing())
        .startsWith(MARIADBD + "=" + foreign + " does not start: ");
    System.setProperty(MARIADBD, text.toString());
    assertThat(OptionalTool.MARIADB.missing()).isEqualTo(MARIADBD + "=" + text + " is no program");
    System.setProperty(MARIADBD, folder.toString());
    assertThat(OptionalTool.MARIADB.missing())
        .isEqualTo(MARIADBD + "=" + folder + " is no program");
  }

  @Test
  void redisThatIsTooOld_isMissing(@TempDir Path folder) throws IOException {
    String version = "Redis server v=%s sha=00000000:0";
    Path old = script(folder, "old", "echo " + version.formatted("6.0.16"));
    Path enough = script(folder, "enough", "echo " + version.formatted("6.2.0"));

    System.setProperty(REDIS_SERVER, old.toString());
    assertThat(OptionalTool.REDIS_SERVER.missing())
        .isEqualTo("redis-server is too old: " + version.formatted("6.0.16"));
    System.setProperty(REDIS_SERVER, enough.toString());
    assertThat(OptionalTool.REDIS_SERVER.missing()).isNull();
    assertThat(OptionalTool.REDIS_FUNCTIONS.missing())
        .isEqualTo("redis-server is too old: " + version.formatted("6.2.0"));
    System.setProperty(
        REDIS_SERVER, script(folder, "new", "echo " + version.formatted("7.0.0")).toString());
    assertThat(OptionalTool.REDIS_FUNCTIONS.missing()).isNull();
  }

  @Test
  void missingProgramThatIsStarted_isNamed() throws Exception {
    run("OnClass");

    assertThatThrownBy(() -> OptionalTool.BROWSER.program("chromium"))
        .hasMessage(CHROMIUM + "=/nowhere/chromium is no program" + FIX);
  }

  @Test
  void programOfATestWithoutTheNeed_isNotStarted() {
    System.setProperty(REDIS_SERVER, JAVA.toString());

    assertThatThrownBy(() -> OptionalTool.REDIS_SERVER.program("redis-server"))
        .hasMessage("a test that uses it must say @Needs(REDIS_SERVER)");
  }

  @Test
  void programOnThePath_isFound() {
    assertThat(OptionalTool.find("sh")).isPresent();
    assertThat(OptionalTool.find("no-such-program")).isEmpty();
  }

  private static Path script(Path folder, String name, String words) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + words + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private TestExecutionSummary run(String type) throws ClassNotFoundException {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    LauncherFactory.create().execute(of(type).forExecution().listeners(listener).build());
    System.setOut(console);
    return listener.getSummary();
  }

  private static LauncherDiscoveryRequestBuilder of(String type) throws ClassNotFoundException {
    return request().selectors(selectClass(Class.forName(Needing.class.getName() + "$" + type)));
  }

  private List<String> said() {
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
