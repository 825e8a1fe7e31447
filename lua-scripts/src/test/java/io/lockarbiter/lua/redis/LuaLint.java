package io.lockarbiter.lua.redis;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.luaj.vm2.ast.Chunk;
import org.luaj.vm2.ast.Name;
import org.luaj.vm2.ast.NameResolver;
import org.luaj.vm2.ast.NameScope;
import org.luaj.vm2.ast.Variable;
import org.luaj.vm2.parser.LuaParser;
import org.luaj.vm2.parser.ParseException;

/**
 * Finds the faults that luacheck finds, without luacheck: globals that Redis does not offer, unused
 * locals, names defined twice, and code that the server's own rules forbid.
 */
final class LuaLint extends NameResolver {
  static final Set<String> GLOBALS =
      Set.of(
          "redis",
          "bit",
          "cmsgpack",
          "struct",
          "KEYS",
          "ARGV",
          "string",
          "table",
          "math",
          "unpack",
          "pairs",
          "next",
          "setmetatable",
          "tonumber");

  private final Map<Variable, String> defined = new LinkedHashMap<>();
  private final Set<Variable> used = new LinkedHashSet<>();
  private final Set<String> definedPlaces = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();

  private LuaLint() {}

  static List<String> check(String source) {
    LuaLint lint = new LuaLint();
    try {
      LuaParser parser = new LuaParser(new StringReader(source));
      Chunk chunk = parser.Chunk();
      chunk.accept(lint);
    } catch (ParseException e) {
      return List.of("syntax: " + e.getMessage());
    }
    lint.defined.forEach(
        (variable, name) -> {
          if (!lint.used.contains(variable) && !name.equals("_") && !name.matches("[A-Z][A-Z_]*")) {
            lint.problems.add("unused: " + name);
          }
        });
    return lint.problems;
  }

  @Override
  protected void defineLocalVar(Name name) {
    super.defineLocalVar(name);
    defined.put(name.variable, name.name);
    for (NameScope scope = name.variable.definingScope; scope != null; scope = scope.outerScope) {
      if (!name.name.equals("_") && definedPlaces.contains(place(scope, name.name))) {
        problems.add("defined twice: " + name.name);
      }
    }
    definedPlaces.add(place(name.variable.definingScope, name.name));
  }

  private static String place(NameScope scope, String name) {
    return System.identityHashCode(scope) + ":" + name;
  }

  @Override
  protected Variable resolveNameReference(Name name) {
    Variable variable = super.resolveNameReference(name);
    used.add(variable);
    if (!variable.isLocal() && !GLOBALS.contains(name.name)) {
      problems.add("global: " + name.name);
    }
    return variable;
  }
}
