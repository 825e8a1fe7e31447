package io.lockarbiter.e2e.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.fence.jdbc.JdbcFencingGuard;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.testing.FakeArbiter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import tools.jackson.core.JsonParser;

/** A user on the module path compiles against the jars by their names, and runs. */
class ModularConsumerIT {
  private static final List<Path> JARS =
      Stream.of(
              LockPath.class,
              LockClient.class,
              LockStore.class,
              JdbcFencingGuard.class,
              FakeArbiter.class,
              Producer.class,
              JsonParser.class,
              Logger.class,
              Nullable.class)
          .map(ModularConsumerIT::jarOf)
          .toList();

  private static final String MODULE =
      """
      module consumer {
        requires io.lockarbiter.client;
        requires io.lockarbiter.contracts;
        requires io.lockarbiter.fence.jdbc;
        requires io.lockarbiter.testing;
        requires java.sql;
        requires org.slf4j;
        requires tools.jackson.core;
        exports consumer;
      }
      """;

  private static final String PROGRAM =
      """
      package consumer;

      import io.lockarbiter.client.Lease;
      import io.lockarbiter.client.LockClient;
      import io.lockarbiter.client.LockRequest;
      import io.lockarbiter.fence.jdbc.JdbcFencingGuard;
      import io.lockarbiter.testing.FakeArbiter;
      import java.util.concurrent.Callable;

      public class Program implements Callable<String> {
        @Override
        public String call() throws Exception {
          LockClient client = new FakeArbiter().client("gateway");
          try (Lease lease = client.acquire(LockRequest.upload("acme", "ann", "/plan.pdf"))) {
            return LockClient.class.getModule().getName() + " token=" + lease.token()
                + " tables=" + (JdbcFencingGuard.class.getResource("postgresql.sql") != null);
          } finally {
            client.close();
          }
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void consumerOnTheModulePath_compilesAndRuns() throws Exception {
    Path classes = compile();
    ModuleFinder modules =
        ModuleFinder.of(Stream.concat(Stream.of(classes), JARS.stream()).toArray(Path[]::new));
    ModuleLayer boot = ModuleLayer.boot();
    Configuration resolved =
        boot.configuration().resolve(modules, ModuleFinder.of(), Set.of("consumer"));
    Object program =
        boot.defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader())
            .findLoader("consumer")
            .loadClass("consumer.Program")
            .getConstructor()
            .newInstance();
    assertThat(((Callable<?>) program).call())
        .isEqualTo("io.lockarbiter.client token=1 tables=true");
  }

  private Path compile() throws Exception {
    Path module = Files.writeString(folder.resolve("module-info.java"), MODULE);
    Path program = Files.writeString(folder.resolve("Program.java"), PROGRAM);
    Path classes = folder.resolve("classes");
    String path = JARS.stream().map(Path::toString).collect(Collectors.joining(":"));
    int result =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-d",
                classes.toString(),
                "-p",
                path,
                module.toString(),
                program.toString());
    assertThat(result).isZero();
    return classes;
  }

  private static Path jarOf(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
