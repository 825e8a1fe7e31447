package io.lockarbiter.console.api;

import io.lockarbiter.console.security.Actor;
import io.lockarbiter.console.security.LoginOffer;
import io.lockarbiter.console.security.Role;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import java.util.List;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells who is logged in, and how to log in: {@code GET /api/session}. */
@RestController
final class SessionController {
  private final LoginOffer offer;

  SessionController(LoginOffer offer) {
    this.offer = offer;
  }

  /**
   * The caller.
   *
   * @param roles of {@code VIEWER}, {@code OPERATOR}; empty if nobody is logged in
   * @param accounts accounts that the caller may see
   * @param login {@code none} (loopback only), {@code password}, {@code oidc}, {@code both}
   * @param oidc addresses at which to log in, by name
   */
  record Session(
      String name,
      List<Role> roles,
      String accounts,
      String login,
      List<LoginOffer.Provider> oidc,
      String csrfHeader,
      String csrfToken,
      List<String> modes,
      List<String> operations) {}

  @GetMapping("/api/session")
  Session session(CsrfToken csrf) {
    Actor actor = Actor.current();
    return new Session(
        actor.roles().isEmpty() ? "" : actor.name(),
        List.copyOf(actor.roles()),
        actor.accounts().toString(),
        offer.kind(),
        offer.providers(),
        csrf.getHeaderName(),
        csrf.getToken(),
        Mode.known().stream().map(Mode::name).toList(),
        Operation.known().stream()
            .filter(operation -> !operation.hasExplicitTargets())
            .map(Operation::name)
            .toList());
  }
}
