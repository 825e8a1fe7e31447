package io.lockarbiter.arbiter.config;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings for paths that were deleted, renamed or moved.
 *
 * @param remembered whether it is remembered for ten minutes which paths are gone, so that requests
 *     may say that theirs exist; it may change with a restart
 */
public record MovesProperties(@DefaultValue("false") boolean remembered) {

  /** The settings with this one. */
  Settings in(Settings settings) {
    return settings.with(Setting.REMEMBERS_MOVES, remembered ? 1 : 0);
  }
}
