package io.lockarbiter.embedded.server;

/** The choice of the {@code redis-server} that an {@link EmbeddedRedis} runs. */
public enum RedisBinary {
  /** The bundled one, or the system's if that does not run here. */
  ANY,
  /** The one bundled for this operating system and processor. */
  BUNDLED,
  /**
   * The one that the system property {@code lockarbiter.redis-server} names, or the one on the
   * PATH.
   */
  PATH
}
