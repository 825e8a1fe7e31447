package io.lockarbiter.arbiter.config;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings for the names in paths.
 *
 * @param withoutCase whether names that differ in case alone are one name, as on Windows and macOS;
 *     part of the deployment's identity
 * @param withoutBackslash whether paths with a backslash, which Windows takes for a separator, are
 *     refused
 */
public record NamesProperties(
    @DefaultValue("false") boolean withoutCase, @DefaultValue("false") boolean withoutBackslash) {

  /** The settings with these. */
  Settings in(Settings settings) {
    return settings
        .with(Setting.NAMES_WITHOUT_CASE, withoutCase ? 1 : 0)
        .with(Setting.NAMES_WITHOUT_BACKSLASH, withoutBackslash ? 1 : 0);
  }
}
