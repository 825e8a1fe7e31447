package io.lockarbiter.console.api;

import io.lockarbiter.console.security.Actor;
import io.lockarbiter.console.stream.AccountDirectory;
import io.lockarbiter.service.AccountPattern;
import io.lockarbiter.service.view.Parameter;
import java.util.List;
import java.util.Locale;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Accounts with recent events: {@code GET /api/accounts}. */
@RestController
final class AccountsController {
  private static final int MOST = 1_000;

  private final AccountDirectory directory;

  AccountsController(AccountDirectory directory) {
    this.directory = directory;
  }

  /**
   * Accounts whose name contains a text, in either case. Those in which a request waits come first,
   * the longest wait first; then the others, the one with the latest event first.
   */
  @GetMapping("/api/accounts")
  List<AccountDirectory.Heard> accounts(
      @RequestParam(defaultValue = "") String match,
      @RequestParam(defaultValue = "100") int limit) {
    Parameter.limit(limit, MOST);
    AccountPattern visible = Actor.current().accounts();
    String wanted = match.toLowerCase(Locale.ROOT);
    return directory.find(
        account -> account.toLowerCase(Locale.ROOT).contains(wanted) && visible.allows(account),
        limit);
  }
}
