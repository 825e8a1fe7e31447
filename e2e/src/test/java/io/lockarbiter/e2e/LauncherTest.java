package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher in a tree of its own, with a java and a Maven that only print that they were called.
 */
class LauncherTest {
  private static final Path LAUNCHER = Path.of("../lockarbiter");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "(?s)<dependency>\\s*<groupId>io.lockarbiter<.*?>lock-arbiter-(.*?)<.*?</dependency>");

  private final Path directory;
  private final Path home;

  LauncherTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    home = Files.createDirectories(directory.resolve("a tree with spaces"));
  }

  @BeforeEach
  void layOut() throws IOException {
    Files.copy(LAUNCHER, home.resolve("lockarbiter"));
    executable("lockarbiter", null);
    executable(
        "mvnw",
        "echo \"mvnw $*\" >>\"$0.calls\"; a=\"$*\"; m=${a#*-pl }; m=${m%% *}; mkdir -p $m/target/lib; touch $m/target/lock-arbiter-$m-1.jar");
    for (String module :
        List.of(
            "contracts",
            "lua-scripts",
            "client",
            "tus",
            "examples/tus",
            "service",
            "arbiter",
            "audit",
            "console",
            "gateway",
            "cli",
            "embedded",
            "trial")) {
      Files.createDirectories(home.resolve(module).resolve("src/main"));
      Files.createFile(home.resolve(module).resolve("pom.xml"));
    }
    Files.createFile(home.resolve("pom.xml"));
    jdk("jdk", "17.0.15");
  }

  @Test
  void freshClone_isBuiltOnceAndRun() throws Exception {
    Run first = run(home.resolve("lockarbiter"), "jdk", "demo", "--seconds", "two words");
    Run second = run(home.resolve("lockarbiter"), "jdk", "up");

    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err()).contains("lockarbiter: building").contains("lockarbiter: built in");
    assertThat(first.out())
        .contains(
            "<-cp> <%1$s/lock-arbiter-embedded-1.jar:%1$s/lib/*> <io.lockarbiter.embedded.EmbeddedCommand> <demo> <--seconds> <two words>"
                .formatted(home.toRealPath().resolve("embedded/target")));
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).contains("<up>");
    assertThat(builds()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulate", "chaos", "fuzz", "bench"})
  void trial_isBuiltWhenACommandOfItIsCalledFor(String command) throws Exception {
    run(home.resolve("lockarbiter"), "jdk", "demo");
    Run first = run(home.resolve("lockarbiter"), "jdk", command, "--seed", "1");
    Run second = run(home.resolve("lockarbiter"), "jdk", command);

    assertThat(first.out())
        .contains(
            "<-cp> <%1$s/lock-arbiter-trial-1.jar:%1$s/lib/*> <io.lockarbiter.trial.TrialCommand> <%2$s> <--seed> <1>"
                .formatted(home.toRealPath().resolve("trial/target"), command));
    assertThat(second.err()).isEmpty();
    assertThat(Files.readAllLines(home.resolve("mvnw.calls")))
        .satisfiesExactly(
            demo -> assertThat(demo).contains("-pl embedded "),
            trial -> assertThat(trial).contains("-pl trial "));
  }

  @Test
  void changesAreLookedFor_inAllThatIsBuiltAndNowhereElse() throws Exception {
    Matcher lists =
        Pattern.compile("modules\\+?=\\(([^)]*)\\)").matcher(Files.readString(LAUNCHER));
    Set<String> looked = new TreeSet<>();

    assertThat(lists.find()).isTrue();
    Collections.addAll(looked, lists.group(1).split(" "));
    assertThat(looked).isEqualTo(built("embedded", new TreeSet<>()));
    assertThat(lists.find()).isTrue();
    Collections.addAll(looked, lists.group(1).split(" "));
    assertThat(looked).isEqualTo(built("trial", new TreeSet<>()));
  }

  /** Returns a module and its run-time dependencies, from the poms. */
  private static Set<String> built(String module, Set<String> found) throws IOException {
    if (found.add(module)) {
      Matcher needed = DEPENDENCY.matcher(Files.readString(Path.of("..", module, "pom.xml")));
      while (needed.find()) {
        if (!needed.group().contains("<scope>test<")) {
          built(needed.group(1).replace("example-", "examples/"), found);
        }
      }
    }
    return found;
  }

  @Test
  void libraryOfAnEarlierBuild_isRemoved() throws Exception {
    Path lib = Files.createDirectories(home.resolve("embedded/target/lib"));
    Path earlier = Files.createFile(lib.resolve("library-1.0.jar"));

    run(home.resolve("lockarbiter"), "jdk", "up");

    assertThat(earlier).doesNotExist();
  }

  @Test
  void changedSource_isBuiltAgain() throws Exception {
    run(home.resolve("lockarbiter"), "jdk");
    Path source = Files.createFile(home.resolve("contracts/src/main/A.java"));
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));

    run(home.resolve("lockarbiter"), "jdk");

    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void linkFromElsewhere_findsItsTree() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Path relative =
        Files.createSymbolicLink(bin.resolve("one"), Path.of("../a tree with spaces/lockarbiter"));
    Path absolute = Files.createSymbolicLink(bin.resolve("two"), relative.toAbsolutePath());

    assertThat(run(absolute, "jdk", "up").out()).contains("<up>");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void failedBuild_showsItsErrorsAndEnds() throws Exception {
    executable("mvnw", "echo '[INFO] x'; echo '[ERROR] A.java:[1,2] no such thing'; exit 1");

    Run run = run(home.resolve("lockarbiter"), "jdk", "demo");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("[ERROR] A.java:[1,2] no such thing")
        .contains("lockarbiter: the build failed; all it said stands in ")
        .doesNotContain("[INFO]");
  }

  @Test
  void olderJava_isRefused() throws Exception {
    jdk("old", "1.8.0_292");

    Run run = run(home.resolve("lockarbiter"), "old", "demo");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .endsWith(
            "old/bin/java is version 1.8.0, expected 17 or newer. Fix: install a JDK, or point JAVA_HOME at one.\n");
  }

  @Test
  void newerJava_isToldWhatLibrariesMayDo() throws Exception {
    jdk("new", "25");

    assertThat(run(home.resolve("lockarbiter"), "new", "up").out())
        .contains("<--enable-native-access=ALL-UNNAMED>", "<up>");
  }

  @Test
  void javaHomeWithoutJava_isNamed() throws Exception {
    Run run = run(home.resolve("lockarbiter"), "nowhere", "demo");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("lockarbiter: JAVA_HOME=")
        .endsWith("nowhere holds no bin/java. Fix: point it at a JDK, 17 or newer, or unset it.\n");
  }

  @Test
  void runtimeWithoutCompiler_cannotBuild() throws Exception {
    Files.delete(directory.resolve("jdk/bin/javac"));

    Run run = run(home.resolve("lockarbiter"), "jdk", "demo");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("comes without javac. Fix: install a JDK, 17 or newer");
  }

  @Test
  void twoAtOnce_buildOnceAndTheSecondWaits() throws Exception {
    Path begun = home.resolve("begun");
    Path go = home.resolve("go");
    executable(
        "mvnw",
        "echo x >>\"$0.calls\"; touch begun; while [ -e begun ] && ! [ -e go ]; do sleep 0.05; done; mkdir -p embedded/target/lib; touch embedded/target/lock-arbiter-embedded-1.jar");
    Started first = start(home.resolve("lockarbiter"), "jdk", "demo");
    await().until(() -> Files.exists(begun));

    Started second = start(home.resolve("lockarbiter"), "jdk", "up");
    await().until(() -> Files.readString(second.err()).contains("waiting"));
    Files.createFile(go);

    Run built = first.end();
    Run waited = second.end();
    assertThat(built.code()).as(built.err()).isZero();
    assertThat(built.out()).contains("<demo>");
    assertThat(waited.code()).as(waited.err()).isZero();
    assertThat(waited.out()).contains("<up>");
    assertThat(waited.err())
        .isEqualTo(
            "lockarbiter: process %d builds here already; waiting for it. If it is no lockarbiter: rm '%s'%n"
                .formatted(
                    first.process().pid(),
                    home.toRealPath().resolve("embedded/target/launcher.building")));
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void lockOfABuildThatWasKilled_holdsNobodyUp() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path target = Files.createDirectories(home.resolve("embedded/target"));
    Path lock =
        Files.createSymbolicLink(
            target.resolve("launcher.building"), Path.of(Long.toString(gone.pid())));

    assertThat(run(home.resolve("lockarbiter"), "jdk", "up").out()).contains("<up>");
    assertThat(Files.isSymbolicLink(lock)).isFalse();
    assertThat(builds()).isEqualTo(1);
  }

  /** Two Mavens in one tree would delete each other's libraries. */
  @Test
  void mavenOfALauncherThatWasKilled_isWaitedFor() throws Exception {
    Path begun = home.resolve("begun");
    executable(
        "mvnw",
        "echo x >>\"$0.calls\"; [ -e ended ] || { echo $$ >begun.new; mv begun.new begun; while ! [ -e go ]; do sleep 0.05; done; touch ended; }; mkdir -p embedded/target/lib; touch embedded/target/lock-arbiter-embedded-1.jar");
    Started killed = start(home.resolve("lockarbiter"), "jdk", "demo");
    await().until(() -> Files.exists(begun));
    String maven = Files.readString(begun).strip();
    Path lock = home.resolve("embedded/target/launcher.building");
    await()
        .until(
            () ->
                Files.readSymbolicLink(lock)
                    .toString()
                    .equals(killed.process().pid() + " " + maven));
    killed.process().destroyForcibly().waitFor();

    Started second = start(home.resolve("lockarbiter"), "jdk", "up");
    await().until(() -> Files.readString(second.err()).contains("waiting"));
    assertThat(Files.readString(second.err()))
        .startsWith("lockarbiter: process " + maven + " builds here already; waiting for it.");
    assertThat(builds()).isEqualTo(1);
    Files.createFile(home.resolve("go"));

    assertThat(second.end().out()).contains("<up>");
    assertThat(home.resolve("ended")).exists();
    assertThat(builds()).isEqualTo(2);
    assertThat(Files.isSymbolicLink(lock)).isFalse();
  }

  @Test
  void failedBuild_leavesNoLock() throws Exception {
    executable("mvnw", "exit 1");

    run(home.resolve("lockarbiter"), "jdk", "demo");

    assertThat(Files.isSymbolicLink(home.resolve("embedded/target/launcher.building"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpInAFreshClone_isToldWithoutABuild(String option) throws Exception {
    Files.createDirectories(home.resolve("docs"));
    Files.copy(Path.of("../docs/usage.txt"), home.resolve("docs/usage.txt"));

    Run run = run(home.resolve("lockarbiter"), "jdk", option);

    assertThat(run.code()).isZero();
    assertThat(run.out()).isEqualTo(Files.readString(Path.of("../docs/usage.txt")));
    assertThat(run.err()).isEmpty();
    assertThat(home.resolve("mvnw.calls")).doesNotExist();
  }

  private void jdk(String name, String version) throws IOException {
    Path bin = Files.createDirectories(directory.resolve(name).resolve("bin"));
    String java =
        "if [ \"$1\" = -version ]; then echo 'openjdk version \"%s\" 2025-04-15' >&2; exit; fi; printf '<%%s> ' \"$@\""
            .formatted(version);
    write(bin.resolve("java"), java);
    write(bin.resolve("javac"), "true");
  }

  private void executable(String name, @Nullable String script) throws IOException {
    Path file = home.resolve(name);
    if (script != null) {
      write(file, script);
    }
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static void write(Path file, String script) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private int builds() throws IOException {
    return Files.readAllLines(home.resolve("mvnw.calls")).size();
  }

  private Run run(Path launcher, String jdk, String... arguments) throws Exception {
    return start(launcher, jdk, arguments).end();
  }

  private Started start(Path launcher, String jdk, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", directory.resolve(jdk).toString());
    environment.remove("LOCKARBITER_JAVA_OPTS");
    Path err = Files.createTempFile(directory, "err", "");
    return new Started(builder.redirectError(err.toFile()).start(), err);
  }

  private record Started(Process process, Path err) {
    Run end() throws Exception {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), out, Files.readString(err));
    }
  }

  private record Run(int code, String out, String err) {}
}
