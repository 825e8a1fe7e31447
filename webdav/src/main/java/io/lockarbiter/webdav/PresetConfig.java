package io.lockarbiter.webdav;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a servlet, in which some parameters are set.
 *
 * @param preset these come first
 */
record PresetConfig(ServletConfig given, Map<String, String> preset) implements ServletConfig {
  @Override
  public String getServletName() {
    return given.getServletName();
  }

  @Override
  public ServletContext getServletContext() {
    return given.getServletContext();
  }

  @Override
  public @Nullable String getInitParameter(String name) {
    String value = preset.get(name);
    return value == null ? given.getInitParameter(name) : value;
  }

  @Override
  public Enumeration<String> getInitParameterNames() {
    Set<String> names = new LinkedHashSet<>(preset.keySet());
    names.addAll(Collections.list(given.getInitParameterNames()));
    return Collections.enumeration(names);
  }
}
