package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The types of the client for TypeScript, as its package publishes them. */
@Needs(OptionalTool.TYPESCRIPT)
class PublishedTypesTest {
  private static final Path CLIENT =
      Path.of("..", "sdk", "typescript").toAbsolutePath().normalize();
  private static final String STRICT =
      """
      {"compilerOptions": {"target": "ES2022", "module": "NodeNext", "types": [], "strict": true,
        "noEmit": true, "lib": ["ES2022", "ESNext.Disposable", "DOM"]}, "include": ["*.ts"]}
      """;

  @TempDir Path folder;

  /** Compiles the client, with all checks, and lays the package where an import finds it. */
  @BeforeEach
  void install() throws IOException {
    Path installed = folder.resolve("node_modules/@lockarbiter/client");
    Files.createDirectories(installed);
    Files.copy(CLIENT.resolve("package.json"), installed.resolve("package.json"));
    assertThat(compiled(CLIENT, "--outDir", installed.resolve("dist").toString())).isEmpty();
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    Files.writeString(folder.resolve("tsconfig.json"), STRICT);
  }

  /** A line that must not compile has a comment before it, which is an error if it does. */
  @Test
  void wrongUses_areRefusedAndRightOnesAreNot() throws IOException {
    Files.writeString(
        folder.resolve("uses.ts"),
        """
        import { LockClient, Lease, LockError, LockLost, Session } from '@lockarbiter/client';
        import type { Lock, LockEvent, Reset } from '@lockarbiter/client';

        const locks = new LockClient({ url: ['http://a', 'http://b'], account: 'acme', key: 'k' });
        await using lease: Lease = await locks.upload('/a', {
          waitMs: 1, onQueued: (lock: Lock) => lock.blockedBy?.map(other => other.subAccount) });
        const token: number = lease.token;
        lease.signal.addEventListener('abort', () => (lease.signal.reason as LockLost).reason);
        const again: Lease = await locks.rename('/a', '/b', { existing: token, bound: true });
        const answer: Lock = await again.release({ gone: true });
        for await (const told of locks.events()) {
          const id: string = told.id;
          if (told.event !== 'reset') { const lock: Lock = told.lock; }
        }
        try { lease.throwIfLost(); } catch (e) {
          if (e instanceof LockError && e.retry === 'new key') { const at: string | undefined = e.movedTo; }
        }
        // @ts-expect-error the account is missing
        new LockClient({ url: 'http://a' });
        // @ts-expect-error no such option
        new LockClient({ url: 'http://a', account: 'acme', keys: 'k' });
        // @ts-expect-error no such wish
        locks.upload('/a', { wait: 1 });
        // @ts-expect-error a rename has a destination
        locks.rename('/a');
        // @ts-expect-error no such outcome
        again.release({ done: true });
        // @ts-expect-error no such value
        if (new LockError('a', {}, 500).retry === 'later') {}
        // @ts-expect-error of nobody
        locks.events({ of: 'everybody' });
        // @ts-expect-error what is not published
        lease.renewSoon();
        """);
    assertThat(compiled(folder)).isEmpty();
  }

  /** Returns what the compiler complains of. */
  private static String compiled(Path project, String... options) {
    List<String> command = new ArrayList<>();
    command.add(OptionalTool.TYPESCRIPT.program("node"));
    command.add(OptionalTool.TYPESCRIPT.library("typescript").resolve("bin/tsc").toString());
    command.addAll(List.of("-p", project.toString()));
    Stream.of(options).forEach(command::add);
    try (JavaProcess compiler = JavaProcess.start(new ProcessBuilder(command))) {
      int status = compiler.awaitExit();
      return status == 0 ? "" : "status %d: %s".formatted(status, compiler.output());
    }
  }
}
