package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The real directory tree of one account, and its expected content.
 *
 * @param root the directory that is {@code /} of the account
 */
record FileTree(Path root, FileLedger ledger) {
  FileTree(Path root) {
    this(root, new FileLedger());
  }

  /** Creates an empty tree for each account, in a directory of its name. */
  static Map<String, FileTree> ofAccounts(Path directory, List<String> accounts)
      throws IOException {
    Map<String, FileTree> trees = new TreeMap<>();
    for (String account : accounts) {
      trees.put(account, new FileTree(Files.createDirectories(directory.resolve(account))));
    }
    return trees;
  }

  /** Returns the file of a path. */
  Path file(LockPath path) {
    return root.resolve(path.toString().substring(1));
  }

  /** Compares the directory with the ledger, after all work has ended. */
  void audit(FileChecks checks) {
    Map<LockPath, Long> missing = ledger.snapshot();
    for (Path file : TreeScan.filesBelow(root)) {
      LockPath path = LockPath.of("/" + root.relativize(file).toString().replace('\\', '/'));
      Long wanted = missing.remove(path);
      if (wanted == null) {
        checks.found(Violation.AUDIT, path + " should not be there");
      } else if (!wanted.equals(jobIn(file))) {
        checks.found(Violation.AUDIT, path + " does not hold what was uploaded");
      }
    }
    missing.keySet().forEach(path -> checks.found(Violation.AUDIT, path + " is missing"));
  }

  private static long jobIn(Path file) {
    try {
      Long job = FileContent.jobOf(Files.readAllBytes(file));
      return job == null ? -1 : job;
    } catch (IOException e) {
      return -1;
    }
  }
}
