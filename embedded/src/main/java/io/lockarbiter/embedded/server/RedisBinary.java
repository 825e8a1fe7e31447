package io.lockarbiter.embedded.server;

/** Which {@code redis-server} an {@link EmbeddedRedis} runs. */
public enum RedisBinary {
  /** The bundled one; the one of the system if that does not run here. */
  ANY,
  /** The one bundled for this operating system and processor. */
  BUNDLED,
  /**
   * The one that the system property {@code lockarbiter.redis-server} names, else the one on the
   * PATH.
   */
  PATH
}
