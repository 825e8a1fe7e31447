package io.lockarbiter.sandbox.embedded;

/** Which {@code redis-server} an {@link EmbeddedRedis} runs. */
public enum RedisBinary {
  /** The bundled one; the one on the PATH if that does not run here. */
  ANY,
  /** The one bundled with the sandbox for this operating system and processor. */
  BUNDLED,
  /** {@code redis-server} on the PATH. */
  PATH
}
