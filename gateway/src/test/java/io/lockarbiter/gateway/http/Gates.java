package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.ApiKeys;
import io.lockarbiter.gateway.access.Quotas;
import io.lockarbiter.gateway.access.Rules;
import io.lockarbiter.gateway.access.WatchedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Gates that know one subject, web, by the key secret. */
final class Gates {
  private Gates() {}

  /** A gate whose quotas no test uses up. */
  static Gate of(Path folder, String rights) throws IOException {
    return of(folder, rights, Quotas.of(10_000, 10_000, () -> 0));
  }

  /**
   * A gate.
   *
   * @param folder for its files
   * @param rights of the subject, on its own locks in every account
   */
  static Gate of(Path folder, String rights, Quotas quotas) throws IOException {
    Path keys = Files.write(folder.resolve("keys"), List.of(ApiKeys.line("web", "secret")));
    Path rules = Files.write(folder.resolve("rules"), List.of("web * self " + rights));
    return new Gate(
        new Access(
            new WatchedFile<>(keys, "keys", ApiKeys::of),
            new WatchedFile<>(rules, "rules", Rules::of),
            () -> 0),
        null,
        quotas);
  }
}
