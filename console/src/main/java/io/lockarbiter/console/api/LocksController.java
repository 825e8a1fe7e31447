package io.lockarbiter.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.mirror.AccountMirror;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.mirror.LiveLock;
import io.lockarbiter.console.mirror.LockSearch;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.service.view.Parameter;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The held locks and waiting requests of an account, and a search among them: {@code GET
 * /api/locks}.
 */
@RestController
final class LocksController {
  private static final int MOST_LOCKS = 1_000;
  private static final int MOST_TEXT = 500;

  private final AccountMirrors mirrors;
  private final Places places = new Places(4, "searches");

  LocksController(AccountMirrors mirrors) {
    this.mirrors = mirrors;
  }

  /**
   * One page of the locks.
   *
   * @param total how many match in all
   * @param next {@code cursor} of the next page; left out on the last one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Locks(
      String account,
      int partition,
      long seq,
      long exactFrom,
      long at,
      int total,
      List<LockView> locks,
      @Nullable String next) {}

  @GetMapping("/api/locks")
  Locks locks(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(required = false) @Nullable String under,
      @RequestParam(required = false) @Nullable String subAccount,
      @RequestParam(required = false) @Nullable String lockId,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String mode,
      @RequestParam(required = false) @Nullable String text,
      @RequestParam(defaultValue = "path") String order,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(defaultValue = "100") int limit) {
    String known = ConsoleParameter.account(account);
    Parameter.limit(limit, MOST_LOCKS);
    LockSearch search =
        new LockSearch(
            under == null ? null : Parameter.path("under", under),
            subAccount,
            lockId,
            waiting(state),
            mode(mode),
            text(text));
    LockSearch.Order ordered = order(order);
    String after = cursor == null ? null : decoded(cursor);
    AccountMirror mirror = mirrors.of(known);
    return places.in(() -> found(mirror, search, ordered, after, limit));
  }

  private static Locks found(
      AccountMirror mirror,
      LockSearch search,
      LockSearch.Order order,
      @Nullable String after,
      int limit) {
    Moment moment =
        mirror.look(
            seen ->
                new Moment(
                    seen.account(),
                    seen.partition(),
                    seen.seq(),
                    seen.exactFrom(),
                    seen.at(),
                    search.candidates(seen)));
    LockSearch.Found found = search.in(moment.locks(), order, after, limit);
    return new Locks(
        moment.account(),
        moment.partition(),
        moment.seq(),
        moment.exactFrom(),
        moment.at(),
        found.total(),
        found.locks().stream().map(LockView::of).toList(),
        found.next() == null ? null : encoded(found.next()));
  }

  /** An account's locks at one moment. */
  private record Moment(
      String account, int partition, long seq, long exactFrom, long at, List<LiveLock> locks) {}

  private static @Nullable Boolean waiting(@Nullable String state) {
    if (state == null) {
      return null;
    }
    if (!state.equals("held") && !state.equals("waiting")) {
      throw Refused.bad("state is neither held nor waiting");
    }
    return state.equals("waiting");
  }

  private static @Nullable Mode mode(@Nullable String mode) {
    for (Mode known : Mode.values()) {
      if (known.name().equals(mode)) {
        return known;
      }
    }
    if (mode != null) {
      throw Refused.bad("mode is none of " + List.of(Mode.values()));
    }
    return null;
  }

  private static LockSearch.Order order(String order) {
    List<LockSearch.Order> known = List.of(LockSearch.Order.values());
    return known.stream()
        .filter(one -> one.text().equals(order))
        .findFirst()
        .orElseThrow(
            () ->
                Refused.bad(
                    "order is none of " + known.stream().map(LockSearch.Order::text).toList()));
  }

  private static @Nullable String text(@Nullable String text) {
    if (text != null && text.length() > MOST_TEXT) {
      throw Refused.bad("text is longer than " + MOST_TEXT + " characters");
    }
    return text == null || text.isBlank() ? null : text;
  }

  private static String encoded(String key) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(key.getBytes(UTF_8));
  }

  private static String decoded(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refused.bad("cursor is none that was answered");
    }
  }
}
