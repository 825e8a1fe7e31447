package io.lockarbiter.console.pages;

import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A busy hour of an account: some hundred locks, a waiting deletion, and requests behind it. */
final class Scene {
  private static final List<String> FOLDERS =
      List.of(
          "/Projects/Harbour/plans",
          "/Projects/Harbour/photos",
          "/Projects/Station/offers",
          "/Projects/Station/plans/2026",
          "/Accounting/2026/invoices",
          "/Marketing/spring campaign",
          "/Archive/2019");
  private static final List<String> FILES =
      List.of("ground floor.dwg", "notes.txt", "contract.pdf", "budget.xlsx", "site.jpg");
  private static final List<String> PEOPLE =
      List.of("goro", "mina", "otto", "rita", "fritz", "hana", "nadia", "ben");

  private final ModelArbiter arbiter;
  private final String account;
  private final Random random = new Random(42);

  Scene(ModelArbiter arbiter, String account) {
    this.arbiter = arbiter;
    this.account = account;
  }

  /** Plays it. */
  void play() {
    // A present-day date, rather than 1970.
    long begin = 1_795_530_000_000L;
    if (arbiter.at() < begin) {
      arbiter.pass(Duration.ofMillis(begin - arbiter.at()));
    }
    for (int n = 0; n < 180; n++) {
      acquire("l" + n, n % 4 == 0 ? Operation.DOWNLOAD : Operation.UPLOAD, file(n));
      if (n > 20 && random.nextInt(3) == 0) {
        String id = "l" + random.nextInt(n);
        arbiter.release(account, account + "-" + id, person(id));
      }
      arbiter.pass(Duration.ofMillis(random.nextInt(120)));
    }
    blockedDeletion();
  }

  private void blockedDeletion() {
    arbiter.acquire(
        account,
        account + "-plans",
        new Owner("goro", "5f0c2f0e-8e0d-4f34-9d5d-0d6f3f1f2a77"),
        Operation.UPLOAD,
        "/docs/2026/harbour/ground floor.dwg");
    arbiter.pass(Duration.ofSeconds(4));
    arbiter.acquire(account, account + "-delete", "mina", Operation.DELETE, "/docs");
    for (int n = 0; n < 9; n++) {
      arbiter.pass(Duration.ofMillis(700));
      arbiter.acquire(
          account,
          account + "-late-" + n,
          PEOPLE.get(n % PEOPLE.size()),
          Operation.UPLOAD,
          "/docs/2026/" + (n % 2 == 0 ? "harbour" : "station") + "/late " + n + ".pdf");
    }
    arbiter.checkOut(
        account,
        account + "-out",
        new Owner("hana", null),
        "/Accounting/2026/budget of the next year.xlsx",
        Duration.ofDays(7),
        "at home with it, back on Monday");
    arbiter.acquire(account, account + "-lost", "ben", Operation.UPLOAD, "/Archive/lost.zip");
    arbiter.decide(
        new ForceRelease(
            account + "-forced",
            account,
            new Owner("olga", null),
            null,
            account + "-lost",
            "laptop was stolen"));
    arbiter.publish();
    arbiter.acquire(account, account + "-logo", "rita", Operation.DOWNLOAD, "/Marketing/logo.svg");
    arbiter.renew(account, account + "-logo", "rita");
  }

  private void acquire(String id, Operation operation, String path) {
    arbiter.acquire(account, account + "-" + id, person(id), operation, path);
  }

  private String file(int n) {
    return FOLDERS.get(random.nextInt(FOLDERS.size()))
        + "/"
        + n
        + " "
        + FILES.get(random.nextInt(FILES.size()));
  }

  private static String person(String id) {
    return PEOPLE.get(Math.floorMod(id.hashCode(), PEOPLE.size()));
  }
}
