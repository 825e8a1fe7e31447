package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuaScriptTest {
  private static final Path SOURCES = Path.of("src/main/resources/lua");
  private static final List<String> SCRIPTS =
      List.of(
          "decide",
          "identity",
          "clear",
          "renumber",
          "restore",
          "header",
          "live",
          "locks",
          "owned",
          "queue",
          "explain",
          "state");

  /** Constants that no script uses by name: some modes, and the first word of the answer. */
  private static final Set<String> NOT_NAMED_IN_LUA = Set.of("MODE.READ", "APPLIED_REPLY.STATUS");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "decide",
        "identity",
        "clear",
        "renumber",
        "header",
        "live",
        "locks",
        "owned",
        "queue",
        "explain",
        "state",
        "reserve"
      })
  void script_isClean(String name) throws IOException {
    String source = LuaScript.load(name).source();
    Files.createDirectories(Path.of("target/lua"));
    Files.writeString(Path.of("target/lua", name + ".lua"), source + "\n");
    assertThat(LuaLint.check(source)).isEmpty();
    assertThat(LuaNames.of(LuaSource.parse(name, source)).offered())
        .as("locals of the outermost function; Lua 5.1 allows 200, loops included")
        .hasSizeLessThan(190);
  }

  @Test
  void library_isClean() throws IOException {
    String code = LuaLibrary.DECISIONS.code(20_000);
    Files.createDirectories(Path.of("target/lua"));
    Files.writeString(Path.of("target/lua/library.lua"), code);
    assertThat(LuaLint.check(code))
        .as("restore.lua uses some includes in part")
        .allMatch(problem -> problem.startsWith("unused: "));
    assertThat(LuaLibrary.DECISIONS.name()).matches("lockarbiter_[0-9a-f]{16}");
    assertThat(code)
        .contains(
            "function_name = '" + LuaLibrary.DECISIONS.name() + "_decide', description = '20000'")
        .doesNotContain("@");
  }

  @Test
  void stateOfACall_isMadeAnewByAFunction() {
    String include =
        """
        local LIMIT = {1}
        local a, b = {}, {
          c = {}
        }
        local function d()
          local e = {}
          return e, a, b, LIMIT
        end
        local f = d()
        """;
    assertThat(LuaFunction.renewed(include))
        .isEqualTo(
            """
            local LIMIT = {1}
            local a, b = {}, {
              c = {}
            }
            afresh[#afresh + 1] = function()
              a, b = {}, {
              c = {}
            }
            end
            local function d()
              local e = {}
              return e, a, b, LIMIT
            end
            local f = d()
            afresh[#afresh + 1] = function()
              f = d()
            end
            """);
  }

  /** A table with a name in capitals outlives the call. */
  @Test
  void constant_isNotChanged() throws IOException {
    Pattern change =
        Pattern.compile(
            "(?m)^ +(?:.*, )?[A-Z][A-Z_]*(?:\\.\\w+|\\[[^\\]]+])(?:, .*)? ="
                + " |table\\.(?:insert|remove|sort)\\([A-Z]");
    for (Path file : sources()) {
      assertThat(change.matcher(Files.readString(file)).results().map(MatchResult::group))
          .as(file.toString())
          .isEmpty();
    }
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
  }

  @Test
  void lateFunctions_areMadeWhenOneOfTheirGroupIsCalled() {
    String source = LuaScript.load("decide").source();
    int page = source.indexOf("function make.page()");
    int shared = source.indexOf("function make.shared()");
    int waiting = source.indexOf("function make.waiting()");
    int body = source.indexOf("local identity, entries");
    assertThat(List.of(page, shared, waiting, body))
        .as("what shares nothing with others is made without that")
        .allMatch(place -> place > 0)
        .isSorted();
    assertThat(source.substring(body)).contains("late.waiting.promote(budget)");
    assertThat(source.substring(0, shared))
        .as("what only late functions use is made with them")
        .doesNotContain("local function emit(");
    assertThat(source.indexOf("local function emit(")).isBetween(shared, waiting);
    assertThat(source.indexOf("local function byte_less(")).isBetween(waiting, body);
  }

  @Test
  void functionsThatAreCalledOften_areLocals() {
    String source = LuaScript.load("decide").source();
    assertThat(source)
        .contains("local struct_pack = struct.pack\n", "local redis_call = redis.call\n")
        .contains("redis_call('HMGET', ")
        .doesNotContain("redis.call(", "struct.pack(", "struct.unpack(", "string.sub(");
    assertThat(LuaScript.load("identity").source())
        .as("where nothing is packed")
        .contains("local redis_call")
        .doesNotContain("local struct_pack");
  }

  @Test
  void lines_haveAtMost150Characters() throws IOException {
    for (Path file : sources()) {
      assertThat(Files.readAllLines(file)).as("%s", file).allMatch(line -> line.length() <= 150);
    }
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
        .containsOnly(
            IntStream.rangeClosed(1, keys.length)
                .mapToObj(Integer::toString)
                .toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "decide",
        "identity",
        "clear",
        "renumber",
        "header",
        "live",
        "locks",
        "owned",
        "queue",
        "explain",
        "state",
        "reserve"
      })
  void header_namesEveryArgumentAndSaysWhatIsReturned(String name) throws IOException {
    String source = Files.readString(SOURCES.resolve(name + ".lua"));
    List<String> declared =
        Pattern.compile(
                "(?m)^-- ARGV\\[(\\d)] \\w+ (text|integer|name|path"
                    + " key|entries|contents|targets|of)?")
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

  @Test
  void decideHeader_namesTheArgumentsOfJavaInTheirOrder() {
    String header = LuaSource.script("decide").header().replace("\n--", "").replaceAll(" +", " ");
    assertThat(
            Pattern.compile("ARGV\\[\\d] (\\w+)")
                .matcher(header)
                .results()
                .map(found -> found.group(1)))
        .startsWith(words(CallArgument.values()));
    for (RecordKind kind : RecordKind.values()) {
      assertThat(header)
          .contains(
              " "
                  + kind.letter()
                  + " "
                  + word(kind).replaceAll("[A-Z]", " $0").toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void positions_areNamedInLuaAsInJavaAndAllUsed() throws IOException {
    Pattern table = Pattern.compile("(?m)^local ([A-Z_]+) = \\{\\n((?:  [A-Z_]+ = .*\\n)+)\\}");
    Pattern use = Pattern.compile("\\b([A-Z_]+)\\.([A-Z_]+)\\b");
    Set<String> rendered = new TreeSet<>();
    for (String script : SCRIPTS) {
      for (LuaSource include : IncludeOrder.of(LuaSource.script(script), LuaSource::include)) {
        table
            .matcher(include.body() + include.header())
            .results()
            .forEach(
                found ->
                    found
                        .group(2)
                        .lines()
                        .map(line -> found.group(1) + "." + line.strip().split(" ", 2)[0])
                        .forEach(rendered::add));
      }
    }
    Set<String> used = new TreeSet<>();
    for (Path file : sources()) {
      use.matcher(Files.readString(file).replaceAll("(?m)--.*", ""))
          .results()
          .map(MatchResult::group)
          .forEach(used::add);
    }
    rendered.removeIf(name -> NOT_NAMED_IN_LUA.contains(name));
    assertThat(used).isEqualTo(rendered);
  }

  private static String[] words(Enum<?>[] constants) {
    return Stream.of(constants).map(LuaScriptTest::word).toArray(String[]::new);
  }

  /** The name of a constant in the header, such as {@code subAccount}. */
  private static String word(Enum<?> constant) {
    String[] parts = constant.name().toLowerCase(Locale.ROOT).split("_", -1);
    StringBuilder word = new StringBuilder(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      word.append(parts[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(parts[i].substring(1));
    }
    return word.toString();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".lua")).toList();
    }
  }
}
