package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Patience;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs litmus, the usual test of WebDAV servers. */
public final class Litmus {
  /** The number of its tests, version 0.13. */
  public static final int TESTS = 104;

  /** A {@code LOCK} request in the middle of its tests of locks. */
  public static final int MIDDLE_LOCK = 6;

  private static final Pattern SUMMARY =
      Pattern.compile("of (\\d+) tests run: (\\d+) passed, (\\d+) failed");

  private Litmus() {}

  /** Passes all of its tests. */
  public static void passes(int port, Path work) throws Exception {
    Path program = Path.of(OptionalTool.LITMUS.program("litmus"));
    Path installed = program.toRealPath().resolve("../..").normalize();
    Path output = work.resolve("litmus.out");
    ProcessBuilder litmus =
        new ProcessBuilder(program.toString(), "-k", "http://127.0.0.1:" + port + "/", "ann", "a");
    litmus.directory(work.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
    // It may lie anywhere, unpacked.
    litmus.environment().put("TESTROOT", installed.resolve("libexec/litmus").toString());
    litmus.environment().put("HTDOCS", installed.resolve("share/litmus/htdocs").toString());
    litmus
        .environment()
        .put("LD_LIBRARY_PATH", installed.resolve("lib/x86_64-linux-gnu").toString());
    Process process = litmus.start();
    boolean ended = process.waitFor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(output, StandardCharsets.ISO_8859_1);
    assertThat(ended).as(said).isTrue();
    int passed = 0;
    Matcher summary = SUMMARY.matcher(said);
    while (summary.find()) {
      passed += Integer.parseInt(summary.group(2));
    }
    assertThat(passed).as(said).isEqualTo(TESTS);
    assertThat(said).doesNotContain("FAIL", "WARNING", "SKIPPED");
  }
}
