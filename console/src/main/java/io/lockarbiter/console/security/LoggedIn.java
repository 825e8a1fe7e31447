package io.lockarbiter.console.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

/**
 * The login under which a long request, such as a stream, was made. Without configured logins it
 * never ends.
 */
public final class LoggedIn {
  private static final String WHO =
      HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY;

  private final @Nullable HttpSession session;
  private final @Nullable Object who;

  private LoggedIn(@Nullable HttpSession session, @Nullable Object who) {
    this.session = session;
    this.who = who;
  }

  /** Returns the login of a request. */
  public static LoggedIn of(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return new LoggedIn(session, session == null ? null : session.getAttribute(WHO));
  }

  /**
   * Says whether the login lasts: nobody has logged out or in since, and the session has not run
   * out.
   */
  public boolean lasts() {
    if (session == null || who == null) {
      return true;
    }
    try {
      return who.equals(session.getAttribute(WHO));
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
