package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuaScriptTest {
  private static final Path SOURCES = Path.of("src/main/resources/lua");

  @ParameterizedTest
  @ValueSource(strings = {"decide", "header", "locks", "queue", "explain", "state"})
  void script_isClean(String name) throws IOException {
    String source = LuaScript.load(name).source();
    Files.createDirectories(Path.of("target/lua"));
    Files.writeString(Path.of("target/lua", name + ".lua"), source + "\n");
    assertThat(LuaLint.check(source)).isEmpty();
  }

  @Test
  void fault_isFoundByTheCheck() {
    assertThat(LuaLint.check("local a = 1\nreturn a")).isEmpty();
    assertThat(LuaLint.check("a = 1")).containsExactly("global: a");
    assertThat(LuaLint.check("return os.time()")).containsExactly("global: os");
    assertThat(LuaLint.check("local a = 1")).containsExactly("unused: a");
    assertThat(LuaLint.check("local a = 1\nlocal a = 2\nreturn a")).contains("defined twice: a");
    assertThat(LuaLint.check("local a = 1\nlocal function b(a) return a end\nreturn b(a)"))
        .containsExactly("defined twice: a");
    assertThat(LuaLint.check("return (")).singleElement().asString().startsWith("syntax:");
    assertThat(LuaLint.check("-- " + "x".repeat(150)))
        .singleElement()
        .asString()
        .startsWith("long line:");
  }

  @Test
  void scripts_askForNoTimeNoRandomAndNoScan() throws IOException {
    Pattern forbidden =
        Pattern.compile(
            "'(TIME|KEYS|SCAN|[HSZ]SCAN|RANDOMKEY|SRANDMEMBER|EXPIRE|PEXPIRE)'|math\\.random|tostring\\(|cjson");
    for (Path file : sources()) {
      assertThat(forbidden.matcher(Files.readString(file)).results().map(MatchResult::group))
          .as(file.toString())
          .isEmpty();
    }
  }

  @Test
  void decideHeader_namesTheKeysOfJavaAndLua() {
    List<String> declared =
        Pattern.compile("(?m)^-- KEYS\\[(\\d+)] (\\w+) (hash|zset|list): ")
            .matcher(LuaScript.load("decide").source())
            .results()
            .map(found -> found.group(1) + " " + found.group(2) + " " + found.group(3))
            .toList();
    PartitionKey[] keys = PartitionKey.values();
    assertThat(declared)
        .isEqualTo(
            IntStream.range(0, keys.length)
                .mapToObj(i -> (i + 1) + " " + keys[i].suffix() + " " + keys[i].redisType())
                .toList());
    List<String> bound =
        Pattern.compile("(?m)(?<!-- )KEYS\\[(\\d+)](?! \\w)")
            .matcher(LuaScript.load("decide").source())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(bound)
        .isEqualTo(IntStream.rangeClosed(1, keys.length).mapToObj(Integer::toString).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"decide", "header", "locks", "queue", "explain", "state"})
  void header_namesEveryArgumentAndSaysWhatIsReturned(String name) throws IOException {
    String source = Files.readString(SOURCES.resolve(name + ".lua"));
    List<String> declared =
        Pattern.compile("(?m)^-- ARGV\\[(\\d)] \\w+ (text|integer|path key|records|targets)?")
            .matcher(source)
            .results()
            .map(found -> found.group(1))
            .toList();
    List<String> used =
        Pattern.compile("(?m)^[^-\\n].*")
            .matcher(source)
            .results()
            .flatMap(line -> Pattern.compile("ARGV\\[(\\d)]").matcher(line.group()).results())
            .map(found -> found.group(1))
            .distinct()
            .toList();
    assertThat(declared).containsAll(used);
    assertThat(source).contains("\n-- Returns ").contains("\n-- Complexity O(");
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".lua")).toList();
    }
  }
}
