package io.lockarbiter.lua.redis;

import java.io.StringReader;
import java.util.Set;
import java.util.TreeSet;
import org.luaj.vm2.ast.Block;
import org.luaj.vm2.ast.FuncBody;
import org.luaj.vm2.ast.Name;
import org.luaj.vm2.ast.NameResolver;
import org.luaj.vm2.ast.Variable;
import org.luaj.vm2.parser.LuaParser;
import org.luaj.vm2.parser.ParseException;

/**
 * The names that a piece of Lua provides to later pieces, and those that it needs from earlier
 * ones.
 */
final class LuaNames extends NameResolver {
  private final Set<String> offered = new TreeSet<>();
  private final Set<String> needed = new TreeSet<>();
  private int depth;

  private LuaNames() {}

  static LuaNames of(LuaSource source) {
    LuaNames names = new LuaNames();
    try {
      String late =
          source.late().isEmpty() ? "" : "local " + String.join(", ", source.late()) + "\n";
      new LuaParser(new StringReader(late + source.text())).Chunk().accept(names);
    } catch (ParseException e) {
      throw new IllegalArgumentException(source.name() + ": " + e.getMessage(), e);
    }
    if (!source.late().isEmpty()) {
      names.offered.retainAll(source.late());
    }
    return names;
  }

  Set<String> offered() {
    return offered;
  }

  Set<String> needed() {
    return needed;
  }

  @Override
  public void visit(Block block) {
    depth++;
    super.visit(block);
    depth--;
  }

  @Override
  public void visit(FuncBody function) {
    depth++;
    super.visit(function);
    depth--;
  }

  @Override
  protected void defineLocalVar(Name name) {
    super.defineLocalVar(name);
    if (depth == 1) {
      offered.add(name.name);
    }
  }

  @Override
  protected Variable resolveNameReference(Name name) {
    Variable variable = super.resolveNameReference(name);
    if (!variable.isLocal() && !LuaLint.GLOBALS.contains(name.name)) {
      needed.add(name.name);
    }
    return variable;
  }
}
