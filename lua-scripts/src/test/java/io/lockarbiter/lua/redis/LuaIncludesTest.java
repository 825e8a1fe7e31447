package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LuaIncludesTest {
  private static final Path SCRIPTS = Path.of("src/main/resources/lua");
  private static final Path INCLUDES = SCRIPTS.resolve("includes");

  @Test
  void source_namesExactlyTheIncludesThatItUsesItself() throws IOException {
    Map<String, LuaSource> includes = includes();
    Map<String, String> providers = new HashMap<>();
    includes.forEach(
        (name, source) ->
            LuaNames.of(source)
                .offered()
                .forEach(offered -> assertThat(providers.put(offered, name)).isNull()));
    for (LuaSource source : allOf(includes)) {
      Set<String> used = new TreeSet<>();
      for (String needed : LuaNames.of(source).needed()) {
        used.add(providers.getOrDefault(needed, "nothing offers " + needed));
      }
      assertThat(source.includes())
          .as("includes that %s names", source.name())
          .containsExactlyElementsOf(used);
    }
  }

  @Test
  void include_isUsedBySomebody() throws IOException {
    Map<String, LuaSource> includes = includes();
    Set<String> used = new HashSet<>();
    allOf(includes).forEach(source -> used.addAll(source.includes()));
    assertThat(used).isEqualTo(includes.keySet());
  }

  /** An include without a function or a table of its own provides constants, in capitals. */
  @Test
  void include_isNamedAfterAFunctionOrTableThatItOffers() throws IOException {
    for (String name : names(INCLUDES)) {
      Set<String> offered = LuaNames.of(LuaSource.include(name)).offered();
      Set<String> subjects = new TreeSet<>(offered);
      subjects.removeIf(LuaIncludesTest::isConstant);
      if (subjects.isEmpty()) {
        offered.forEach(constant -> subjects.add(constant.toLowerCase(Locale.ROOT)));
      }
      assertThat(subjects).as("what includes/%s.lua may be named after", name).contains(name);
    }
  }

  @Test
  void includes_standOnceAndAfterWhatTheyUse() {
    Map<String, LuaSource> includes =
        Map.of(
            "top", LuaSource.parse("top", "-- @include left, right\n"),
            "left", LuaSource.parse("left", "-- @include bottom\n"),
            "right", LuaSource.parse("right", "-- @include bottom\n-- @include left\n"),
            "bottom", LuaSource.parse("bottom", "local bottom = 1\n"));
    LuaSource script = LuaSource.parse("script", "-- Header.\n-- @include right, top\nreturn 1\n");
    assertThat(IncludeOrder.of(script, includes::get))
        .extracting(LuaSource::name)
        .containsExactly("bottom", "left", "right", "top");
    assertThat(script.header()).isEqualTo("-- Header.\n");
    assertThat(script.body()).isEqualTo("return 1\n");
  }

  @Test
  void circle_isRefusedByName() {
    Map<String, LuaSource> includes =
        Map.of(
            "a", LuaSource.parse("a", "-- @include b\n"),
            "b", LuaSource.parse("b", "-- @include c\n"),
            "c", LuaSource.parse("c", "-- @include b\n"));
    LuaSource script = LuaSource.parse("script", "-- @include a\n");
    assertThatThrownBy(() -> IncludeOrder.of(script, includes::get))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("includes use each other in a circle: b -> c -> b");
  }

  @Test
  void script_isTheSameEachTimeItIsLoaded() {
    assertThat(LuaScript.load("decide").sha1()).isEqualTo(LuaScript.load("decide").sha1());
  }

  /** All includes: the files, and those that the loader renders. */
  private static Map<String, LuaSource> includes() throws IOException {
    Set<String> names = new TreeSet<>(names(INCLUDES));
    for (String script : names(SCRIPTS)) {
      IncludeOrder.of(LuaSource.script(script), LuaSource::include)
          .forEach(include -> names.add(include.name()));
    }
    Map<String, LuaSource> includes = new TreeMap<>();
    names.forEach(name -> includes.put(name, LuaSource.include(name)));
    return includes;
  }

  private static boolean isConstant(String name) {
    return name.equals(name.toUpperCase(Locale.ROOT));
  }

  private static List<LuaSource> allOf(Map<String, LuaSource> includes) throws IOException {
    Stream<LuaSource> scripts = names(SCRIPTS).stream().map(LuaSource::script);
    return Stream.concat(scripts, includes.values().stream()).toList();
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".lua"))
          .map(name -> name.substring(0, name.length() - ".lua".length()))
          .toList();
    }
  }
}
