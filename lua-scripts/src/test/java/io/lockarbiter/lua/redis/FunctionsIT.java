package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static io.lockarbiter.lua.redis.Commands.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.api.FunctionLibrary;
import org.redisson.api.RFunction;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import redis.embedded.RedisServer;

/** Tests where decisions run: as functions where the server has them, as scripts elsewhere. */
@Needs(OptionalTool.REDIS_FUNCTIONS)
class FunctionsIT {
  private static final String OWN = LuaLibrary.DECISIONS.name();
  private static final String OTHER = LuaLibrary.NAMES.replace("*", "ofAnotherBuild");
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final RedisLockStore store = redis.store();

  @Test
  void serverWithFunctions_runsDecisionsAsFunctions() throws IOException {
    ask("CONFIG RESETSTAT");

    decide(store, 0);
    decide(store, 1);

    assertThat(calls("fcall")).isEqualTo(2);
    assertThat(calls("evalsha") + calls("eval")).isZero();
    assertThat(libraries()).containsExactly(OWN);
  }

  @Test
  void libraryThatIsGone_isLoadedAgain() throws IOException {
    decide(store, 0);
    redis.redisson().getFunction().flush();
    ask("CONFIG RESETSTAT");

    decide(store, 1);

    assertThat(calls("evalsha") + calls("eval")).isZero();
    assertThat(libraries()).containsExactly(OWN);
  }

  @Test
  void userWithoutTheRight_runsScripts() throws IOException {
    ask("ACL SETUSER default -fcall");
    try {
      decide(store, 0);
      ask("CONFIG RESETSTAT");
      decide(store, 0);
      assertThat(calls("evalsha")).isOne();
    } finally {
      ask("ACL SETUSER default +fcall");
    }
  }

  @Test
  void rightsOfThePage_areEnough() throws IOException {
    for (String line : Files.readAllLines(Path.of("..", "arbiter", "README.md"))) {
      if (line.startsWith("ACL SETUSER arbiter ")) {
        ask(line.replace("DEPLOYMENT", "test"));
      }
    }
    load(OTHER, 1);
    ask("CONFIG RESETSTAT");

    RedissonClient client =
        RedisFixture.client(
            redis.port(), new Config().setUsername("arbiter").setPassword("PASSWORD"));
    try {
      RedisLockStore own =
          new RedisLockStore(client, "test", new LogIdentity("c", "t", "g"), LIMIT);
      decide(own, 0);
      restore(own);
    } finally {
      client.shutdown();
    }

    assertThat(calls("fcall")).isGreaterThan(2);
    assertThat(libraries()).containsExactly(OWN);
  }

  private static void restore(RedisLockStore store) {
    PartitionState state = Objects.requireNonNull(store.state(0));
    redis.delete(0, PartitionKey.COUNTERS);
    StateRestore restore = store.restore(0, state);
    StateRestore.Progress progress = StateRestore.Progress.MORE;
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }
    assertThat(progress).isEqualTo(StateRestore.Progress.DONE);
  }

  @Test
  void libraryOfAnotherBuild_staysForAWeekAfterItsLastUse() throws Exception {
    long today = 20_000;
    load(OTHER, today - LibraryLoader.KEPT_DAYS);
    load("somebodyElses", 1);

    loader(today).loadDaily();
    assertThat(libraries()).containsExactlyInAnyOrder(OWN, OTHER, "somebodyElses");

    loader(today + 1).loadDaily();
    assertThat(libraries()).containsExactlyInAnyOrder(OWN, "somebodyElses");
  }

  @Test
  void libraryInUse_hasTheDayOfItsLastUse() {
    long[] today = {20_000};
    LibraryLoader loader =
        new LibraryLoader(LuaLibrary.DECISIONS, functions(), LIMIT, () -> today[0]);
    loader.loadDaily();
    today[0]++;
    loader.loadDaily();

    assertThat(functions().list(OWN).get(0).getFunctions())
        .extracting(FunctionLibrary.Function::getDescription)
        .containsOnly("20001");
  }

  @Test
  void serverThatTakesTheOthersPlace_isAskedForFunctionsAgain() throws IOException {
    int port = RedisFixture.freePort();
    RedisServer server = RedisFixture.server(false, port);
    RedissonClient client = RedisFixture.client(port);
    try {
      RedisLockStore moving =
          new RedisLockStore(client, "test", new LogIdentity("c", "t", "g"), LIMIT);
      decide(moving, 0);
      assertThat(calls(port, "evalsha") + calls(port, "eval")).isPositive();

      RedisFixture.stop(server);
      server = RedisFixture.server(true, port);
      awaitDecision(moving);
      assertThat(calls(port, "fcall")).isPositive();

      RedisFixture.stop(server);
      server = RedisFixture.server(false, port);
      awaitDecision(moving);
      assertThat(calls(port, "evalsha") + calls(port, "eval")).isPositive();
    } finally {
      client.shutdown();
      RedisFixture.stop(server);
    }
  }

  /** The first calls may meet the connection that ended with the other server. */
  private static void awaitDecision(RedisLockStore store) {
    await().atMost(Patience.LIMIT).ignoreExceptions().untilAsserted(() -> decide(store, 0));
  }

  private static void decide(RedisLockStore store, int partition) {
    assertThat(
            store
                .decide(
                    partition,
                    FeedPosition.START,
                    List.of(record(1, 1, acquire("a", "u", Operation.UPLOAD, "/a"))))
                .outcome())
        .isInstanceOf(Outcome.Applied.class);
  }

  private static RFunction functions() {
    return redis.redisson().getFunction();
  }

  private static LibraryLoader loader(long today) {
    return new LibraryLoader(LuaLibrary.DECISIONS, functions(), LIMIT, () -> today);
  }

  private static void load(String library, long day) {
    functions()
        .loadAndReplace(
            library,
            "redis.register_function{function_name = '%s_f', description = '%d', callback = function() end}"
                .formatted(library, day));
  }

  private static List<String> libraries() {
    return functions().list().stream().map(FunctionLibrary::getName).toList();
  }

  private static long calls(String command) throws IOException {
    return calls(redis.port(), command);
  }

  private static long calls(int port, String command) throws IOException {
    return RedisClusterIT.ask(port, "INFO commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+).*", "$1")))
        .sum();
  }

  private static void ask(String command) throws IOException {
    assertThat(RedisClusterIT.ask(redis.port(), command)).isEqualTo("+OK");
  }
}
