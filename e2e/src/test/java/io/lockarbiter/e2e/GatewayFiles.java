package io.lockarbiter.e2e;

import io.lockarbiter.gateway.access.ApiKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files of keys and rules of a test's gateways. */
record GatewayFiles(Path keys, Path rules) {
  static GatewayFiles in(Path folder, String... rules) throws IOException {
    GatewayFiles files = new GatewayFiles(folder.resolve("keys"), folder.resolve("rules"));
    Files.write(files.keys, List.of("# none yet"));
    files.rules(rules);
    return files;
  }

  /** Adds a key for a subject; returns it. */
  String add(String subject) throws IOException {
    String key = ApiKeys.generate(new SecureRandom());
    List<String> lines = new ArrayList<>(Files.readAllLines(keys));
    lines.add(ApiKeys.line(subject, key));
    Files.write(keys, lines);
    return key;
  }

  /** Takes all keys of a subject away. */
  void revoke(String subject) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(keys));
    lines.removeIf(line -> line.startsWith(subject + ":"));
    Files.write(keys, lines);
  }

  void rules(String... lines) throws IOException {
    Files.write(rules, List.of(lines));
  }

  Map<String, String> settings(Deployment deployment) {
    return Map.of(
        "lockarbiter.topics.prefix",
        deployment.prefix(),
        "lockarbiter.gateway.keys-file",
        keys.toString(),
        "lockarbiter.gateway.rules-file",
        rules.toString());
  }
}
