package io.lockarbiter.trial.bench.console;

import io.lockarbiter.embedded.measure.Quantiles;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.ConsoleMain;
import io.lockarbiter.trial.bench.stage.PacedSender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Fills an account, opens its page, and takes down what the page has painted when. */
final class ConsoleRun {
  private static final Pattern STARTED = Pattern.compile(ConsoleMain.STARTED + "(\\d+)");
  private static final Pattern USED = Pattern.compile("(?:heap|generation)\\s.*used (\\d+)K");
  private static final Duration START = Duration.ofSeconds(120);
  private static final long TURN_S = 20;
  private static final long ARRIVAL_S = 4;

  /** So few that all of them are there within the first minute: what is full grows no more. */
  private static final int FULL_RING = 20_000;

  private static final int BEGIN_PER_SECOND = 1_500;

  private final ConsoleSettings settings;
  private final BenchStage stage;
  private final Chromium page;
  private final Consumer<String> progress;
  private final List<Double> pageMb = new ArrayList<>();
  private final List<Double> consoleMb = new ArrayList<>();

  ConsoleRun(ConsoleSettings settings, BenchStage stage, Chromium page, Consumer<String> progress) {
    this.settings = settings;
    this.stage = stage;
    this.page = page;
    this.progress = progress;
  }

  ConsoleReport run(boolean fluid) throws InterruptedException, IOException {
    BenchStage.awaitStarted(
        stage.arbiter(
            List.of(),
            Map.of(
                "lockarbiter.topics.partitions",
                "1",
                "lockarbiter.limits.locks-per-account",
                "250000")));
    ChildJvm console =
        stage.jvm(
            ConsoleMain.class,
            List.of("-Xmx512m"),
            List.of(
                "--spring.kafka.bootstrap-servers=" + stage.bootstrapServers(),
                "--lockarbiter.redis.addresses=" + stage.redisAddress(),
                "--lockarbiter.console.ring-events=" + FULL_RING,
                "--server.port=0"));
    String address = "http://127.0.0.1:" + console.await(STARTED, START);
    ConsoleLoad load = new ConsoleLoad(settings);
    fill(load, address);
    Map<String, Double> hands = new TreeMap<>();
    try (Pixels pixels = new Pixels(stage.bootstrapServers(), 0);
        PacedSender sender = sender(load::next, settings.rate())) {
      page.prepare(Pixels.SCRIPT);
      page.open(address + "/#/" + settings.screens().get(0) + "?account=" + ConsoleLoad.ACCOUNT);
      sender.start();
      if (fluid) {
        hands.putAll(new TreeHands(page).use());
      }
      double rate = look(pixels, console);
      return new ConsoleReport(
          settings, ConsoleReport.quantiles(pixels.delays()), rate, pageMb, consoleMb, hands);
    }
  }

  private PacedSender sender(
      java.util.function.LongFunction<List<PacedSender.Command>> commands, int perSecond) {
    long began = System.nanoTime();
    return new PacedSender(
        stage.bootstrapServers(),
        Map.of("linger.ms", "5"),
        number -> began + number * 1_000_000_000L / perSecond - System.nanoTime(),
        commands);
  }

  private void fill(ConsoleLoad load, String address) throws InterruptedException, IOException {
    progress.accept("fills the account …");
    long most = load.toBegin();
    try (PacedSender filling =
        sender(n -> n < most ? load.begin(n) : List.of(), BEGIN_PER_SECOND)) {
      filling.start();
      String totals = "";
      String wanted = "\"held\":%d,\"waiting\":%d".formatted(settings.locks(), settings.waiting());
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
      while (!totals.contains(wanted)) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("the account did not fill: " + totals);
        }
        TimeUnit.SECONDS.sleep(1);
        totals = get(address + "/api/tree?limit=1&account=" + ConsoleLoad.ACCOUNT);
      }
    }
  }

  private static String get(String address) throws IOException, InterruptedException {
    return java.net.http.HttpClient.newHttpClient()
        .send(
            java.net.http.HttpRequest.newBuilder(java.net.URI.create(address)).build(),
            java.net.http.HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Answers the events a second that came. */
  private double look(Pixels pixels, ChildJvm console) throws InterruptedException, IOException {
    long began = System.nanoTime();
    long end = began + TimeUnit.SECONDS.toNanos(settings.seconds());
    long minute = began + TimeUnit.SECONDS.toNanos(60);
    long consoleCpu = console.processorTime().toMillis();
    long pageCpu = page.processorMs();
    for (int turn = 0; System.nanoTime() - end < 0; turn++) {
      String screen = settings.screens().get(turn % settings.screens().size());
      page.evaluate("location.hash = '#/%s?account=%s'".formatted(screen, ConsoleLoad.ACCOUNT));
      pixels.turn();
      long began0 = System.nanoTime();
      while (System.nanoTime() - began0 < TimeUnit.SECONDS.toNanos(TURN_S)
          && System.nanoTime() - end < 0) {
        boolean counts = System.nanoTime() - began0 > TimeUnit.SECONDS.toNanos(ARRIVAL_S);
        JsonNode painted = page.evaluate("window.painted.splice(0)");
        pixels.take(screen, painted, counts);
      }
      if (turn % settings.screens().size() == settings.screens().size() - 1) {
        say(pixels, (System.nanoTime() - began) / 1e9);
      }
      if (pageMb.isEmpty() && System.nanoTime() - minute >= 0) {
        weigh(console);
      }
    }
    weigh(console);
    double seconds = (System.nanoTime() - began) / 1e9;
    progress.accept(
        "processor: console %.0f %%, browser %.0f %% of one core"
            .formatted(
                (console.processorTime().toMillis() - consoleCpu) / seconds / 10,
                (page.processorMs() - pageCpu) / seconds / 10));
    return pixels.heard() / seconds;
  }

  private void say(Pixels pixels, double seconds) {
    StringBuilder line = new StringBuilder("%4.0f s".formatted(seconds));
    pixels
        .delays()
        .forEach(
            (screen, found) ->
                line.append(
                    ", %s p50 %.0f p95 %.0f ms"
                        .formatted(screen, Quantiles.of(found, 0.5), Quantiles.of(found, 0.95))));
    progress.accept(line.toString());
  }

  private void weigh(ChildJvm console) throws InterruptedException, IOException {
    pageMb.add(page.heapBytes() / 1e6);
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    jcmd(jcmd, console, "GC.run");
    Matcher used = USED.matcher(jcmd(jcmd, console, "GC.heap_info"));
    double kilobytes = 0;
    while (used.find()) {
      kilobytes += Double.parseDouble(used.group(1));
    }
    consoleMb.add(kilobytes / 1000);
    progress.accept(
        "heap: page %.1f MB, console %.1f MB"
            .formatted(pageMb.get(pageMb.size() - 1), consoleMb.get(consoleMb.size() - 1)));
  }

  private static String jcmd(Path program, ChildJvm console, String command)
      throws IOException, InterruptedException {
    Process asked =
        new ProcessBuilder(program.toString(), Long.toString(console.pid()), command)
            .redirectErrorStream(true)
            .start();
    String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    asked.waitFor();
    return answer;
  }
}
