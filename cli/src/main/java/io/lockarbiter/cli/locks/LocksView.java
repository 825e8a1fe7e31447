package io.lockarbiter.cli.locks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.lockarbiter.cli.connect.ArbiterHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The check-outs, or the freezes, of an account as an arbiter shows them; any instance knows those
 * of all accounts.
 *
 * @param under the path at or below which they are
 * @param at log time, epoch ms
 * @param locks by path
 * @param isWhole whether there are no more
 */
record LocksView(
    Protection kind,
    String account,
    String under,
    long at,
    List<ListedLock> locks,
    boolean isWhole) {
  /** Most locks that an arbiter shows. */
  static final int MOST = 10_000;

  /**
   * Most bytes of an answer. An arbiter shows 8 MiB as the store keeps them, and JSON has names and
   * escapes besides.
   */
  static final int MOST_BYTES = 32 << 20;

  private static final JsonMapper JSON = JsonMapper.shared();

  /**
   * Asks an arbiter.
   *
   * @throws IllegalStateException if it does not tell; the message says why to a user
   */
  static LocksView of(Protection kind, String arbiter, String account, String under)
      throws InterruptedException {
    String address =
        "/api/accounts/%s/locks?mode=%s&limit=%d&under=%s"
            .formatted(encoded(account), kind.mode(), MOST, encoded(under));
    try {
      return new ArbiterHttp().get(arbiter, address, body -> read(kind, account, under, body));
    } catch (IOException | JacksonException e) {
      throw new IllegalStateException(
          "%s does not tell the %s of account=%s: %s"
              .formatted(arbiter, kind.words(), account, ArbiterHttp.problem(e)),
          e);
    }
  }

  /** Says whether it shows this lock, or may leave it out. */
  boolean mayHave(String lockId) {
    return !isWhole || locks.stream().anyMatch(lock -> lock.lockId().equals(lockId));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  private static LocksView read(Protection kind, String account, String under, InputStream body)
      throws IOException {
    byte[] bytes = body.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new IOException(
          "its answer has more than %d MiB. Fix: ask folder by folder, with --under"
              .formatted(MOST_BYTES >> 20));
    }
    Answer answer = JSON.readValue(bytes, Answer.class);
    if (answer.at() == null || answer.locks() == null) {
      throw new IOException("its answer has no locks, or no log time");
    }
    return new LocksView(
        kind,
        account,
        under,
        answer.at(),
        answer.locks().stream().filter(kind::has).toList(),
        answer.locks().size() < MOST);
  }

  /** The parts of an answer that are read. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Answer(@Nullable Long at, @Nullable List<ListedLock> locks) {}
}
